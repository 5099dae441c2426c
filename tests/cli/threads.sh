#!/usr/bin/env bash
# Thousands of threads at once, in one run.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
is 'five thousand threads at once' \
  "$("$HEDDLE" run -cp "$HEDDLE_JAVA/programs" ManyThreads 5000 2>&1)" $'true\n247500\ntrue 248100'
"$HEDDLE" run -cp "$HEDDLE_JAVA/verdicts" ThreadCrowd 6000 fine >"$TEST_TMP/out" 2>&1
is 'more than there can be: exit status' $? 125
is 'more than there can be' "$(grep -c 'more than [0-9]* threads' "$TEST_TMP/out")" 1
done_testing
