#!/usr/bin/env bash
# All programs of tests/java/confirm/table.txt in ten forced runs each.
# timeout: 3600
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
exec bash tests/cli/confirm-programs.sh 10 1
