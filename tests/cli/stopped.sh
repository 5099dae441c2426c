#!/usr/bin/env bash
# Every strategy that --time stops within a transition reports its partial results.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
stopped() { # NAME OPTION...
  local name=$1
  shift
  "$HEDDLE" check --time 0.3 "$@" -cp "$HEDDLE_JAVA/host" EndlessAlone >"$TEST_TMP/out" 2>&1
  is "$name: exit status" $? 4
  is "$name: the reason is reported" \
    "$(head -n 1 "$TEST_TMP/out" | grep -c '^inconclusive: time 0.3 s')" 1
}
for search in dfs bfs random-dfs random pct fair-pct pos jrf context-bounded; do
  stopped "$search" --search "$search"
done
stopped bmc --search bmc --depth 1000000
stopped greedy-best-first --search greedy-best-first --heuristic random
done_testing
