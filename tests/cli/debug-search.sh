#!/usr/bin/env bash
# A search of the debugger goes on from its own state, wherever the user went meanwhile: it meets
# what an undisturbed one meets.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh

debug() { # NAME COMMANDS: COMMANDS are parted by ; prints how the search ended
  tr ';' '\n' <<<"$2" >"$TEST_TMP/$1.txt"
  timeout 20 "$HEDDLE" debug --batch "$TEST_TMP/$1.txt" --property exception \
    -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 1 1 2>&1 |
    grep -E 'search(:| ended| inconclusive)|ERROR'
}
for search in dfs random-dfs bmc bfs context-bounded random pct fair-pct pos; do
  n=20
  case $search in fair-pct | pos) n=22 ;; esac # there they are some steps from where walks begin
  start="search $search --max-states 2000"
  want=$(debug plain "$start;guided run $n;guided run")
  is "$search: steps back" "$(debug back "$start;guided run $n;back;back;guided step;guided run")" \
    "$want"
  [ "$search" = random ] ||
    is "$search: another branch" \
    "$(debug branch \
    "$start;guided run $n;go 3;take 2;step;guided run 1;back 2;take 2;guided run")" "$want"
  is "$search: it ended" "$([ -n "$want" ] && echo yes)" yes
done
done_testing
