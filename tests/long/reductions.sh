#!/usr/bin/env bash
# The reductions against the unreduced search (tests/unit/test_reduction_modes.c) on 200 generated programs, on the small programs of the suite
# and on the samples at their smallest sizes.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
rows() { sed -nE 's/^([A-Za-z][^|]*[^| ]) *\|.*/\1/p' "$@" | sort -u | tr ' ' :; } # FILE...: the programs of verdict tables and their arguments
mapfile -t programs < <(
  rows tests/verdicts/[!ls]*.txt tests/verdicts/so*.txt tests/verdicts/sw*.txt | grep -v / | sed 's|^|java/verdicts:|'
  rows tests/verdicts/samples.txt
  grep -lE 'void main\(' tests/outcomes/*.java | sed -E 's|.*/(.*)\.java|java/outcomes:\1|'
)
exec "$HEDDLE_BUILD/tests/test_reduction_modes" 200 "${programs[@]}"
