#!/usr/bin/env bash
# Compares the reductions with the unreduced search (tests/unit/test_reduction_modes.c) on 200
# generated programs, the small programs of the suite and the samples at their smallest sizes, or on
# a random part of them.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
mapfile -t programs < <({
  tests/tools/run-verdicts.sh --programs
  grep -lE 'void main\(' tests/java/outcomes/*.java | sed -E 's|.*/(.*)\.java|java/outcomes:\1|'
} | drawn_lines 5)
exec "$HEDDLE_BUILD/tests/test_reduction_modes" "$(drawn 200 40)" "${programs[@]}"
