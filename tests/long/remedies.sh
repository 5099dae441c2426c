#!/usr/bin/env bash
# Which remedy answers behind a search that was stopped, on programs with and without an error: what
# is tried first does in most of them.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
tests/scripts/compile-java.sh "$HEDDLE_JAVA" bench >/dev/null || exit 5
first=0 two=0 count=0

stopped() { # MAIN ARGUMENT...: what was tried first, and second, and whether it came to a verdict
  "$HEDDLE" check -q --search dfs --max-states 60000 --try 90 -cp \
    "$HEDDLE_JAVA/verdicts:$HEDDLE_JAVA/bench" "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
  grep '^  tried' "$TEST_TMP/out" | head -n 2 >"$TEST_TMP/tried"
  count=$((count + 1))
  head -n 1 "$TEST_TMP/tried" | grep -qE ': (no )?error: ' && first=$((first + 1))
  grep -qE ': (no )?error: ' "$TEST_TMP/tried" && two=$((two + 1))
  echo "# $*: $(sed 's/^  tried //' "$TEST_TMP/tried" | cut -c 1-70 | paste -sd '|')"
}
stopped SafeProducer
stopped SafePool
stopped SafeLatchPool
stopped SafeScheduled
stopped SafeParallel
stopped PoolLoses
stopped ErrorPool
stopped ConditionForBoth
stopped FreshKeys
stopped --property exception Rare
stopped BigSpace 6 6
stopped Library pool 2 2
stopped Library producers
stopped Library combine
stopped Library cache
stopped Dining 7 3
stopped Executions filesystem 18
stopped Spaces grid 6 6
stopped Spaces counter 6 4
is 'the first came to a verdict in three of four' "$([ $((first * 4)) -ge $((count * 3 - 3)) ] &&
  echo yes) ($first of $count)" "yes ($first of $count)"
is 'the first or the second in four of five' "$([ $((two * 5)) -ge $((count * 4)) ] &&
  echo yes) ($two of $count)" "yes ($two of $count)"
done_testing
