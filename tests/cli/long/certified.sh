#!/usr/bin/env bash
# The errors of generated programs with class initialisers in all places are executed again. Each
# program is searched with six sets of options. By default, 120 of the 1000 programs are drawn.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
exec bash tests/cli/certified.sh "$HEDDLE_SAMPLE" "$(drawn 1000 120)" 6
