#!/usr/bin/env bash
# Errors of ten generated programs with class initialisers in all places are executed again, each
# under three sets of options.
# timeout: 600
exec tests/tools/certified.sh 1 $((10 / ${HEDDLE_SLOW:-1})) 3
