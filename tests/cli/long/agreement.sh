#!/usr/bin/env bash
# Searches with full and with no reduction agree on 1000 generated programs, or on a random part of
# them.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
exec bash tests/cli/agreement.sh "$HEDDLE_SAMPLE" "$(drawn 1000 80)"
