#!/usr/bin/env bash
# The reductions against the unreduced search (tests/unit/test_reduction_modes.c) on 200 generated programs and on the small programs of the
# suite.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
mapfile -t programs < <(
  for folder in verdicts outcomes; do
    grep -lE 'void main\(' tests/$folder/*.java | sed -E "s|.*/(.*)\.java|java/$folder:\1|"
  done
)
exec "$HEDDLE_BUILD/tests/test_reduction_modes" 200 "${programs[@]}"
