#!/usr/bin/env bash
# Full and no reduction agree on 1000 generated programs, a part of them drawn.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
exec tests/scripts/agreement.sh "$HEDDLE_SAMPLE" "$(drawn 1000 80)"
