#!/usr/bin/env bash
# The samples' twins with lambdas, a hundred seeds with pfsm.
# timeout: 3600
exec bash tests/cli/lambdas.sh 100 10
