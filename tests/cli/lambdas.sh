#!/usr/bin/env bash
# The samples' twins with lambdas, four seeds with pfsm.
# timeout: 400
exec tests/tools/lambdas.sh 4 1
