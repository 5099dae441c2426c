#!/usr/bin/env bash
# Errors of 20 generated programs with class initialisers in all places are executed again, each under three sets of options.
# timeout: 600
exec tests/certified.sh 1 $((20 / ${HEDDLE_SLOW:-1})) 3
