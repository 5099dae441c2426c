#!/usr/bin/env bash
# Full and no reduction agree on 1000 generated programs.
# timeout: 7200
exec tests/agreement.sh 2 1000
