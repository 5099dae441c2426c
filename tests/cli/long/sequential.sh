#!/usr/bin/env bash
# More of these programs than tests/cli has time for.
# timeout: 1800
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
HEDDLE_PROGRAMS=$(drawn 400 120) HEDDLE_SEED=$((HEDDLE_SAMPLE + 12)) exec tests/cli/sequential.sh
