#!/usr/bin/env bash
# More damaged classes than tests/cli has time for.
# timeout: 1800
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
HEDDLE_FLIPS=$(drawn 6000 1500) HEDDLE_SEED=$((HEDDLE_SAMPLE + 8)) exec tests/cli/damaged-runs.sh
