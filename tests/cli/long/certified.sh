#!/usr/bin/env bash
# Errors of 1000 generated programs with class initialisers in all places are executed again, each
# program with six sets of options; by default for a random part of the programs.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
exec bash tests/cli/certified.sh "$HEDDLE_SAMPLE" "$(drawn 1000 120)" 6
