#!/usr/bin/env bash
# After an error is found: it is printed as soon as it has been executed again, the time for further
# details is limited, and a failure in these details does not change the verdict.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
v=$HEDDLE_JAVA/verdicts
out=$TEST_TMP/out
slow=${HEDDLE_SLOW:-1}
TIMEFORMAT='%U'

# ---- time ----
within() { # NAME SECONDS MAIN: the check needs at most SECONDS of processor time
  local used
  used=$({ time "$HEDDLE" check --search dfs -cp "$v" "$3" >"$out" 2>&1; } 2>&1)
  is "$1: within its time" "$(awk -v u="$used" -v m="$(($2 * slow))" 'BEGIN { print (u < m) }')" 1
  is "$1: the story is printed" "$(grep -c '^  what happened:' "$out")" 1
}
within 'a loop of many events' 3 ErrorSpinEmpty
within 'a race on a large array' 8 RaceLargeCopy
is 'a race on a large array: both accesses are shown' \
  "$(grep -c '^    is not ordered after the write by' "$out")" 1

# ---- processes that die ----
below() { # PID: prints all its descendants
  local child
  for child in $(pgrep -P "$1"); do
    echo "$child"
    below "$child"
  done
}
# begin OPTION... MAIN: sets pid
begin() {
  : >"$out"
  "$HEDDLE" check "$@" >"$out" 2>&1 </dev/null &
  pid=$!
}
# The process beside the search forks the process that executes the counterexample again.
executing() {
  local broker
  for broker in $(pgrep -P "$pid"); do pgrep -P "$broker"; done
}
kill_executing() { # WHEN: a condition
  local got=
  while kill -0 "$pid" 2>"$TEST_TMP/none"; do
    got=$(executing)
    [ -n "$got" ] && "$@" && break
    sleep 0.02
  done
  # shellcheck disable=SC2086 # one word each
  [ -z "$got" ] || kill -9 $got 2>"$TEST_TMP/none"
  wait "$pid"
  status=$?
}
unknown() { [ ! -s "$out" ]; }
headed() { grep -q '^error: ' "$out"; }

begin --search dfs --try 0 -cp "$v" ErrorLongWay
kill_executing unknown
is 'killed before the error is executed again: no error is reported' "$status $(head -n 1 "$out")" \
  '4 inconclusive: a candidate was not confirmed: the process that executes the counterexample again died'
begin --search dfs -cp "$v" ErrorLongWay
kill_executing headed
is 'killed during the story: exit status' $status 1
is '... the error is printed' \
  "$(grep -c '^error: uncaught java.lang.IllegalStateException' "$out")" 1
is '... and the missing details are named' "$(grep -c '^  left out of what happened: ' "$out")" 1

# ---- members of --search auto ----
unset HEDDLE_SEARCH
begin --jobs 1 --time $((60 * slow)) --property exception -cp "$v" PoolLoses
until below "$pid" | grep -q . || ! kill -0 "$pid"; do sleep 0.02; done
kill -9 "$(pgrep -P "$pid" | head -n 1)"
wait "$pid"
is 'the first search is killed: another one answers' $? 1
is '... with the error' "$(grep -c '^error: uncaught java.lang.IllegalStateException' "$out")" 1
is '... and the line of the killed search names the signal' \
  "$(grep -c '^  every step .*killed by signal 9' "$out")" 1
begin --jobs 1 --time 5 -cp "$v" PoolLoses
while kill -0 "$pid" 2>"$TEST_TMP/none"; do
  pkill -9 -P "$pid"
  sleep 0.02
done
wait "$pid"
is 'all searches are killed: inconclusive' \
  "$? $(head -n 1 "$out" | grep -c '^inconclusive: ')" '4 1'
is '... and the signal is named' "$(grep -c '^  every step .*killed by signal 9' "$out")" 1
done_testing
