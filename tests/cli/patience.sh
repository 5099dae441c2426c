#!/usr/bin/env bash
# --patience, --clock-jumps, --spurious and weak references: scopes and errors mention them,
# counterexamples and checkpoints contain them, and every reduction reaches the ends of the search
# without reduction, whatever the patience.
# STRESS builds run this.
set -u
. "$HEDDLE_ROOT/tests/tools/support.sh"
classes=$HEDDLE_JAVA/verdicts
outcomes=$HEDDLE_JAVA/outcomes

check() { # OPTION... MAIN...: sets out to the report and status
  "$HEDDLE" check -q -cp "$classes" "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
  status=$?
  out=$(cat "$TEST_TMP/out" "$TEST_TMP/err")
}
says() { # NAME STATUS TEXT
  if [ $status -eq "$2" ] && grep -qF -- "$3" <<<"$out"; then
    ok "$1"
  else
    not_ok "$1" "status $status: $out"
  fi
}

check Patience latch
says 'the scope names the patience' 0 \
  'timed waits of 1 s or more elapse only when nothing else can run or their time has come'
check --patience 2500ms Patience latch
says 'the scope uses the unit of the option' 0 'timed waits of 2.5 s or more elapse'
check --clock-jumps 3 SoundBusyWait slow
says 'the scope counts the jumps of the clock' 1 'at most 3 jumps of the clock'
check --spurious 1 Spurious wait
says 'the scope counts spurious wake-ups' 1 'at most 1 spurious wake-ups'
check --patience soon Patience latch
says 'an invalid patience' 2 'a time as 500ms, 2s or 1m'

# ---- an error names the wait that ended early

check Patience poor
says 'an early sleep' 1 'needs that the sleep of 10 ms of T0 main at Patience.java:'
check --patience 0 Patience waits
says 'an early wait' 1 'needs that the wait of 2 s of T0 main at Patience.java:'
check Patience equal
if [ $status -eq 1 ] && ! grep -q 'needs that' <<<"$out"; then
  ok 'no wait is named if none ended early'
else
  not_ok 'no wait is named if none ended early' "$out"
fi

# ---- or System.gc(), which clears no reference

check Collected
says 'System.gc() is named' 1 'needs that System.gc() clears no weak reference'
says 'the scope mentions it' 1 'strong references, also after System.gc()'
check Collected not
if [ $status -eq 1 ] && ! grep -q 'System.gc' <<<"$out"; then
  ok 'System.gc() is not named without a call'
else
  not_ok 'System.gc() is not named without a call' "$out"
fi

# ---- counterexamples replay with the options of their search

replays() { # NAME OPTION... MAIN...
  local name=$1 trace=$TEST_TMP/error.htrace
  shift
  check -o "$trace" "$@"
  "$HEDDLE" replay -q "$trace" -cp "$classes" >"$TEST_TMP/replayed" 2>&1
  if [ $? -eq 1 ] && grep -q '^error' "$TEST_TMP/replayed"; then
    ok "$name"
  else
    not_ok "$name" "$(cat "$TEST_TMP/replayed")"
  fi
}
replays 'with another patience' --patience 0 Patience latch
replays 'with patience' Patience spinsTwo
replays 'with polled clocks' Patience pollsTwo
replays 'with jumps of the clock' --clock-jumps 2 SoundBusyWait slow
for m in wait await park weak; do replays "without a cause: $m" --spurious 1 Spurious "$m"; done
"$HEDDLE" replay --patience 2s "$TEST_TMP/error.htrace" -cp "$classes" >"$TEST_TMP/out" 2>&1
status=$?
out=$(cat "$TEST_TMP/out")
says '--patience with a counterexample is refused' 2 'records how it was found'

# ---- a checkpoint belongs to a search with the same patience

check --max-states 50 --checkpoint "$TEST_TMP/here" Patience poll
check --patience 2s --resume "$TEST_TMP/here" Patience poll
says 'a checkpoint with another patience' 2 '--patience'
check --resume "$TEST_TMP/here" Patience poll
says 'a checkpoint with the same patience' 0 'no error'

# ---- every reduction reaches the same ends

ends() { # OPTION... PROGRAM...
  "$HEDDLE" check -q --outcomes --property deadlock,exception --all-errors "$@" |
    sed -nE 's/^  outcome [0-9]+: (.*), met .*/\1/p' | sort
}
agree() { # FOLDER PROGRAM...
  local patience o folder=$1 all
  shift
  for patience in 0 1s 1h; do
    ends --por none --patience $patience -cp "$folder" "$@" >"$TEST_TMP/all"
    for o in '--por full' '--sleep-sets' '--search bfs'; do
      # shellcheck disable=SC2086 # an option and its value
      ends $o --patience $patience -cp "$folder" "$@" >"$TEST_TMP/some"
      if [ -s "$TEST_TMP/all" ] &&
        cmp -s "$TEST_TMP/all" "$TEST_TMP/some"; then ok "$* --patience $patience $o"
      else not_ok "$* --patience $patience $o" "$(diff "$TEST_TMP/all" "$TEST_TMP/some")"; fi
    done
  done
}
for m in sleepers equal poor waits inARow spinsTwo measured; do agree "$classes" Patience $m; done
done_testing
