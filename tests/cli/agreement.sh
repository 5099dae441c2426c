#!/usr/bin/env bash
# Full and no reduction agree on 60 generated programs.
# timeout: 900
exec tests/agreement.sh 1 60
