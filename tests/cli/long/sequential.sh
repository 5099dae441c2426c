#!/usr/bin/env bash
# The test tests/cli/sequential.sh with more programs.
# timeout: 1800
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
HEDDLE_PROGRAMS=$(drawn 400 120) HEDDLE_SEED=$((HEDDLE_SAMPLE + 12)) exec tests/cli/sequential.sh
