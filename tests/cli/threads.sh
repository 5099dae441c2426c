#!/usr/bin/env bash
# A run can have thousands of threads at once.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
is 'five thousand threads at once' \
  "$("$HEDDLE" run -cp "$HEDDLE_JAVA/programs" ManyThreads 5000 2>&1)" $'true\n247500\ntrue 248100'
"$HEDDLE" run -cp "$HEDDLE_JAVA/verdicts" ThreadCrowd 6000 fine >"$TEST_TMP/out" 2>&1
is 'too many threads: exit status' $? 125
is 'too many threads: the limit is reported' \
  "$(grep -c 'more than [0-9]* threads' "$TEST_TMP/out")" 1
done_testing
