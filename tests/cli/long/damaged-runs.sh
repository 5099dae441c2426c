#!/usr/bin/env bash
# The test tests/cli/damaged-runs.sh with more damaged classes.
# timeout: 1800
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
HEDDLE_FLIPS=$(drawn 6000 1500) HEDDLE_SEED=$((HEDDLE_SAMPLE + 8)) exec tests/cli/damaged-runs.sh
