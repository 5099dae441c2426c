#!/usr/bin/env bash
# Endless loops that change a counter: the verdict says why no search is complete, and walks end.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
for search in dfs auto; do
  "$HEDDLE" check -q --try 0 --time 4 --search $search -cp "$cp" SleepThenStop shared \
    >"$TEST_TMP/out" 2>&1
  is "$search: exit status" $? 4
  is "$search: the loop is named" "$(grep -cE \
    '^inconclusive: time 4 s; a loop whose iterations other threads can count: T1 .*SleepThenStop.java:[0-9]+' \
    "$TEST_TMP/out")" 1
  is "$search: no explored share of an infinite state space is printed" \
    "$(grep -c '^  explored: ' "$TEST_TMP/out")" 0
done
"$HEDDLE" check -q --try 0 --time 1 --search dfs -cp "$cp" BigSpace 6 6 >"$TEST_TMP/out" 2>&1
is 'a state space that is only large is not called endless' \
  "$(grep -c '^inconclusive: time 1 s$' "$TEST_TMP/out")" 1
done_testing
