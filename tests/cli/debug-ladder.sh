#!/usr/bin/env bash
# The ladder of bounded checks (`check --ladder`, B): for each property it finds what a search for
# that property alone finds, every error is executed again in the tree, and unexplored parts are
# reported.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
verdicts=$HEDDLE_JAVA/verdicts

rungs() { # NAME: prints "deadlock 0 whole, race 2 whole, ..."
  sed -nE 's/^   (deadlock|exception|race|hang): (no|[0-9]+) errors?(,.*| within.*| in .*)$/\1 \2\3/p' \
    "$TEST_TMP/$1.out" | sed -E 's/, all .* explored/ whole/; s/ no / 0 /' | paste -sd,
}
# Prints the same from searches of `heddle check`: the distinct errors of each property.
searched() { # MAIN WORD...
  local p
  for p in deadlock exception race hang; do
    "$HEDDLE" check --json --search dfs --all-errors --property $p "$@" >"$TEST_TMP/alone.json"
    echo "$p $(jq '.distinct_errors // [] | length' "$TEST_TMP/alone.json") whole"
  done | paste -sd,
}
ladder() { # NAME WORD...: runs the ladder from the start
  local name=$1
  shift
  debug "$name" 'check --ladder --time 30;checks' "$@"
}
for program in DeadLockOrder ErrorLostUpdate RacePeterson RaceCounter SafeWaitNotify; do
  ladder "$program" -cp "$verdicts" $program
  is "$program: the ladder finds what the searches find" \
    "$(rungs $program)" "$(searched -cp "$verdicts" $program)"
done
ladder hang -cp "$verdicts" Hangs certain alone
is 'a hang is found' "$(rungs hang)" 'deadlock 0 whole,exception 0 whole,race 0 whole,hang 1 whole'
shows SafeWaitNotify 'nothing is left out' \
  'no error (for each property, all states below were explored)'

# A race ends paths that would lead to the exception: both are listed, and lead to their nodes.
debug two 'check --ladder;checks' -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
shows two 'both errors are counted' '2 errors, the first: '
shows two 'the exception is listed' '1 exception: uncaught IllegalStateException'
shows two 'the race is listed' '2 race: data race (WR) on Cell.value'

# The ladder starts from a state in the middle, and within a given bound on depth.
debug below 'step 3;check --ladder --from 2 --depth 3;checks' -cp "$verdicts" ErrorLostUpdate
shows below 'it starts from the middle' 'check 1 from node 2, each property, ever deeper, for 10 s'
shows below 'it finds the error' 'exception: 1 error, all '

# If the time is too short for some depths, they are reported.
debug short 'check --ladder --time 1;checks' -cp "$verdicts" BigSpace
shows short 'within a bound' '(complete within the bound, except for hangs)'
is 'short: properties without an error are reported' \
  "$(grep -cE '^   (deadlock|exception|race): no error within depth [0-9]+'\
'( and in [0-9]+ random paths?)?; left out: its time ran out' "$TEST_TMP/short.out")" 3
is 'short: the incomplete search for hangs is reported' \
  "$(grep -cE '^   hang: no error in [0-9]+ states; not complete: its '\
'time ran out' "$TEST_TMP/short.out")" 1
debug few 'check --ladder --max-states 5;checks' -cp "$verdicts" DeadLockOrder
shows few 'a bound of the user is reported' 'not complete: max-states 5'
# If forty threads can run, even ten steps have more schedules than the time allows: random paths
# reach deeper errors.
debug many 'step 41;check --ladder --time 8;checks' -cp "$HEDDLE_JAVA/session" ManyThreads
is 'many threads: the deadlock and the race are found' "$(sed -nE \
  's/^   (deadlock|race): [0-9]+ errors? in [0-9]+ states and [0-9]+ random paths?; not complete.*/\1/p' \
  "$TEST_TMP/many.out" | paste -sd,)" deadlock,race
is 'many threads: the last search has no bound' \
  "$(grep -cE '^>c1 +41 +- ' "$TEST_TMP/many.out")" 1
# While the ladder runs, its row counts all of its searches, not only the current one.
{
  printf '%s\n' 'set times on' 'step 41' 'check --ladder --time 8 --background'
  sleep 5
  printf '%s\n' 'check --depth 1' checks 'kill 1'
} | "$HEDDLE" debug --batch - -cp "$HEDDLE_JAVA/session" ManyThreads >"$TEST_TMP/running.out" 2>&1
is 'many threads: the row has the seconds of all searches' \
  "$(awk '/^.c1 +41/ { print ($5 + 0 >= 3) }' \
  "$TEST_TMP/running.out")" 1
# --from cursor starts at the row under the cursor: an event of the lanes, of the path, or a node of
# the view Tree, which is not the current node.
from_cursor() { # NAME COMMANDS: prints the nodes where checks started
  debug "$1" "$2" --property exception -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
  sed -nE 's/^  check [0-9]+ from node ([0-9]+), .*/\1/p' "$TEST_TMP/$1.out" | paste -sd,
}
is 'a check from the cursor in the lanes' \
  "$(from_cursor lanes 'step 9;lanes first;lanes switch;check --depth 3 --from cursor')" 5
is 'a check from the cursor in the path' \
  "$(from_cursor path 'step 9;trace;top;check --depth 3 --from cursor')" 1
is 'a check from the cursor in the tree' \
  "$(from_cursor tree 'step 9;tree;top;check --depth 3 --from cursor')" 0
done_testing
