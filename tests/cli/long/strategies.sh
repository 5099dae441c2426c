#!/usr/bin/env bash
# The exhaustive strategies agree on every row of the verdict tables, or on a random third of them.
# timeout: 3600
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
# some strategies need more time on some programs
export HEDDLE_SLOW=$((3 * ${HEDDLE_SLOW:-1}))
exec bash tests/cli/strategies.sh "$(drawn 1 3)"
