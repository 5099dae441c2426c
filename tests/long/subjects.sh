#!/usr/bin/env bash
# Undo and redo, replay, and h against its references (tests/unit/test_subjects.c) on the samples at their smallest sizes and on the programs of
# the verdict tables.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
mapfile -t programs < <(tests/run-verdicts.sh --programs)
exec "$HEDDLE_BUILD/tests/test_subjects" "${programs[@]}"
