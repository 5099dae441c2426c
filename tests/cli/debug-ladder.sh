#!/usr/bin/env bash
# The ladder of bounded checks (`check --ladder`, B): for each property it finds what a search for
# that property alone finds, every error is executed again in the tree, and what was not explored is
# reported.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
. tests/scripts/debug-batch.sh
verdicts=$HEDDLE_JAVA/verdicts

rungs() { # NAME: "deadlock 0 whole, race 2 whole, ..."
  sed -nE 's/^   (deadlock|exception|race|hang): (no|[0-9]+) errors?(,.*| within.*| in .*)$/\1 \2\3/p' \
    "$TEST_TMP/$1.out" | sed -E 's/, all .* explored/ whole/; s/ no / 0 /' | paste -sd,
}
# By the searches of `heddle check`: distinct errors for each property.
searched() { # MAIN WORD...
  local p
  for p in deadlock exception race hang; do
    "$HEDDLE" check --json --search dfs --all-errors --property $p "$@" >"$TEST_TMP/alone.json"
    echo "$p $(jq '.distinct_errors // [] | length' "$TEST_TMP/alone.json") whole"
  done | paste -sd,
}
ladder() { # NAME WORD...: from the start
  local name=$1
  shift
  debug "$name" 'check --ladder --time 30;checks' "$@"
}
for program in DeadLockOrder ErrorLostUpdate RacePeterson RaceCounter SafeWaitNotify; do
  ladder "$program" -cp "$verdicts" $program
  is "$program: as the searches" "$(rungs $program)" "$(searched -cp "$verdicts" $program)"
done
ladder hang -cp "$verdicts" Hangs certain alone
is 'a hang' "$(rungs hang)" 'deadlock 0 whole,exception 0 whole,race 0 whole,hang 1 whole'
shows SafeWaitNotify 'nothing is left out' \
  'no error (for each property, all states below were explored)'

# A race ends paths behind which the exception lies: both are listed, and lead to their nodes.
debug two 'check --ladder;checks' -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
shows two 'both errors' '2 errors, the first: '
shows two 'the exception' '1 exception: uncaught IllegalStateException'
shows two 'the race' '2 race: data race (WR) on Cell.value'

# From a state in the middle, and within a bound on depth that is given.
debug below 'step 3;check --ladder --from 2 --depth 3;checks' -cp "$verdicts" ErrorLostUpdate
shows below 'from the middle' 'check 1 from node 2, each property, ever deeper, for 10 s'
shows below 'its error' 'exception: 1 error, all '

# What the time did not reach.
debug short 'check --ladder --time 1;checks' -cp "$verdicts" BigSpace
shows short 'within a bound' '(complete within the bound, except for hangs)'
is 'short: left out' "$(grep -cE '^   (deadlock|exception|race): no error within depth [0-9]+'\
'( and in [0-9]+ random paths?)?; left out: its time ran out' "$TEST_TMP/short.out")" 3
is 'short: hangs' "$(grep -cE '^   hang: no error in [0-9]+ states; not complete: its '\
'time ran out' "$TEST_TMP/short.out")" 1
debug few 'check --ladder --max-states 5;checks' -cp "$verdicts" DeadLockOrder
shows few 'a bound of the user' 'not complete: max-states 5'
# Where forty threads can run, within ten steps there is more than the time reaches: random paths
# come to what is deeper.
debug many 'step 41;check --ladder --time 8;checks' -cp "$HEDDLE_JAVA/session" ManyThreads
is 'many threads: the deadlock and the race' "$(sed -nE \
  's/^   (deadlock|race): [0-9]+ errors? in [0-9]+ states and [0-9]+ random paths?; not complete.*/\1/p' \
  "$TEST_TMP/many.out" | paste -sd,)" deadlock,race
is 'many threads: its last search had no bound' \
  "$(grep -cE '^>c1 +41 +- ' "$TEST_TMP/many.out")" 1
# While it runs its row counts all of its searches, not the present one.
{
  printf '%s\n' 'set times on' 'step 41' 'check --ladder --time 8 --background'
  sleep 5
  printf '%s\n' 'check --depth 1' checks 'kill 1'
} | "$HEDDLE" debug --batch - -cp "$HEDDLE_JAVA/session" ManyThreads >"$TEST_TMP/running.out" 2>&1
is 'many threads: the seconds of the whole' "$(awk '/^.c1 +41/ { print ($5 + 0 >= 3) }' \
  "$TEST_TMP/running.out")" 1
# From the row under the cursor: an event of the lanes or of the path; not the node of the view
# Tree, which is the one that the path came to.
from_cursor() { # NAME COMMANDS: the nodes that checks were started from
  debug "$1" "$2" --property exception -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
  sed -nE 's/^  check [0-9]+ from node ([0-9]+), .*/\1/p' "$TEST_TMP/$1.out" | paste -sd,
}
is 'from the lanes' \
  "$(from_cursor lanes 'step 9;lanes first;lanes switch;check --depth 3 --from cursor')" 5
is 'from the path' "$(from_cursor path 'step 9;trace;top;check --depth 3 --from cursor')" 1
is 'from the tree' "$(from_cursor tree 'step 9;tree;top;check --depth 3 --from cursor')" 0
done_testing
