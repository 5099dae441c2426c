#!/usr/bin/env bash
# Guided search on the samples, with a hundred seeds each, or the first part of them.
# timeout: 3600
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
exec bash tests/cli/guided.sh "$(drawn 100 30)" "$(drawn 20 5)"
