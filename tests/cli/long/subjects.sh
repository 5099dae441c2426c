#!/usr/bin/env bash
# Undo and redo, replay, and h compared with its references (tests/unit/test_subjects.c) on the
# samples at their smallest sizes and on the programs of the verdict tables, by default on a random
# fifth of them.
# timeout: 5400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
# Each of its states has an array of a million bytes that differs from the last one's, so that the
# references take minutes.
large=java/verdicts:RaceLargeCopy
echo "# left out: $large"
mapfile -t programs < <(tests/tools/run-verdicts.sh --programs | grep -vx "$large" | drawn_lines 5)
exec "$HEDDLE_BUILD/tests/test_subjects" "${programs[@]}"
