#!/usr/bin/env bash
# Full and no reduction agree on 100 generated programs.
# timeout: 900
exec tests/agreement.sh 1 100
