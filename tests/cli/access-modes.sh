#!/usr/bin/env bash
# Programs that use accesses weaker than volatile have no errors only under sequential consistency.
# The first line, the scope and the JSON say so, in every search and after a checkpoint. Accesses of
# the JDK's own classes do not count as the program's.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
weak='no error under sequential consistency: the search is complete'
strong='no error: the search is complete'

check() { # NAME OPTION...: the report is in NAME.out
  local name=$1
  shift
  "$HEDDLE" check -cp "$cp" "$@" >"$TEST_TMP/$name.out" 2>&1
}
first() { head -1 "$TEST_TMP/$1.out"; }

for mode in release opaque swap lazy plain array updater reflective fence; do
  check $mode --search dfs AccessModes $mode
  is "$mode: the verdict assumes sequential consistency" "$(first $mode)" "$weak"
  is "$mode: the scope says why" \
    "$(grep -c 'scope: .*; under sequential consistency, because the program uses ' \
    "$TEST_TMP/$mode.out")" 1
done
for mode in volatile atomic map queue future locked unshared; do
  check $mode --search dfs AccessModes $mode
  is "$mode: the verdict holds for every execution" "$(first $mode)" "$strong"
  is "$mode: the scope says so" "$(grep -c 'so all executions are sequentially consistent' \
    "$TEST_TMP/$mode.out")" 1
done

# Every search gives the same answer.
for search in 'dfs --sleep-sets' 'dfs --por none' 'dfs --por sync' 'dfs --thread-symmetry' \
  'dfs --contracts' bfs dpor random-dfs auto; do
  for mode in release lazy; do
    # shellcheck disable=SC2086
    check every --search $search AccessModes $mode
    is "$mode, $search" "$(first every)" "$weak"
  done
  # shellcheck disable=SC2086
  check every --search $search AccessModes volatile
  is "volatile, $search" "$(sed 's/,.*//' "$TEST_TMP/every.out" | head -1)" "$strong"
done

# JSON lists the weak modes.
check json --json --search dfs AccessModes release
is 'JSON: the mode is listed' "$(tr -d ' \n' <"$TEST_TMP/json.out" | grep -o '"weak":\[[^]]*\]')" \
  '"weak":["release-acquire"]'
check json --json --search auto AccessModes volatile
is 'JSON: no mode is listed' \
  "$(tr -d ' \n' <"$TEST_TMP/json.out" | grep -o '"weak":\[[^]]*\]')" '"weak":[]'

# Accesses that were seen before a checkpoint still count after it.
check states --json --search dfs AccessModes lazy
states=$(grep -o '"states": [0-9]*' "$TEST_TMP/states.out")
check before --search dfs --max-states $((${states##* } - 1)) --checkpoint "$TEST_TMP/point" \
  AccessModes lazy
check behind --search dfs --resume "$TEST_TMP/point" AccessModes lazy
is 'after a checkpoint: the verdict assumes sequential consistency' "$(first behind)" "$weak"

# explain reads the modes from JSON.
"$HEDDLE" check --json --search dfs -cp "$cp" AccessModes lazy >"$TEST_TMP/kept.json"
"$HEDDLE" explain "$TEST_TMP/kept.json" >"$TEST_TMP/explain.out" 2>&1
is 'explain: the verdict assumes sequential consistency' \
  "$(first explain)" "$weak, nothing stopped it"
done_testing
