#!/usr/bin/env bash
# A search of the debugger continues from its own state even if the user has moved elsewhere, and
# finds what an undisturbed search finds.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

debug() { # NAME COMMANDS: COMMANDS are separated by ; prints how the search ended
  tr ';' '\n' <<<"$2" >"$TEST_TMP/$1.txt"
  timeout 20 "$HEDDLE" debug --batch "$TEST_TMP/$1.txt" --property exception \
    -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 1 1 2>&1 |
    grep -E 'search(:| ended| inconclusive)|ERROR'
}
for search in dfs random-dfs bmc bfs context-bounded random pct fair-pct pos; do
  n=20
  case $search in fair-pct | pos) n=22 ;; esac # these are some steps away from where walks begin
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

# In a large tree, the view Tree counts the same whether it is updated after each step or only once.
tree() { # NAME COMMANDS: prints the last tree in the output
  tr ';' '\n' <<<"$2" >"$TEST_TMP/$1.txt"
  timeout 60 "$HEDDLE" debug --batch "$TEST_TMP/$1.txt" --property deadlock --por none \
    -cp "$HEDDLE_JAVA/verdicts" BigSpace 2>&1 | tac | sed '/^:tree$/q' | tac
}
start='search dfs --max-states 60000;guided run'
once=$(tree once "$start;go 5;take T1;step;go 9;take T1;step;step;tree")
is 'tree: the same after each step as at once' \
  "$(tree each "$start;tree;go 5;tree;take T1;tree;step;tree;go 9;take T1;tree;step;step;tree")" "$once"
nodes=$(sed -nE 's/.*Search tree, ([0-9]+) nodes.*/\1/p' <<<"$once")
is "tree: it is large, and nodes were added ($nodes nodes)" "$((nodes > 60005))" 1
is 'tree: the start has all nodes below it' \
  "$(tree top "$start;go 5;take T1;step;tree;go 0;tree" |
    sed -nE 's/.*@ 0 start.*\(\+([0-9]+)\).*/\1/p')" \
  "$(tree top "$start;go 5;take T1;step;tree" |
    sed -nE 's/.*Search tree, ([0-9]+) nodes.*/\1/p' | awk '{ print $1 - 1 }')"
done_testing
