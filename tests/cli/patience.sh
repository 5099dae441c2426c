#!/usr/bin/env bash
# --patience, --clock-jumps, --spurious, references: what scopes and errors say, that
# counterexamples and checkpoints contain them, and that every reduction reaches the ends that the
# search without reduction finds, whatever the patience.
set -u
. "$HEDDLE_ROOT/tests/scripts/support.sh"
classes=$HEDDLE_JAVA/verdicts
outcomes=$HEDDLE_JAVA/outcomes

check() { # OPTION... MAIN...: report in $out, exit status in $status
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
says 'in its own unit' 0 'timed waits of 2.5 s or more elapse'
check --clock-jumps 3 SoundBusyWait slow
says 'the scope counts the jumps of the clock' 1 'at most 3 jumps of the clock'
check --spurious 1 Spurious wait
says 'the scope counts what happens without a cause' 1 'at most 1 spurious wake-ups'
check --patience soon Patience latch
says 'a patience that is none' 2 'a time as 500ms, 2s or 1m'

# ---- an error says which wait ended early

check Patience poor
says 'a sleep' 1 'needs that the sleep of 10 ms of T0 main at Patience.java:'
check --patience 0 Patience waits
says 'a wait' 1 'needs that the wait of 2 s of T0 main at Patience.java:'
check Patience equal
if [ $status -eq 1 ] && ! grep -q 'needs that' <<<"$out"; then
  ok 'none did'
else
  not_ok 'none did' "$out"
fi

# ---- or that a collection was asked for, which clears nothing

check Collected
says 'a collection' 1 'needs that System.gc() clears no weak reference'
says 'its scope' 1 'strong references, also after System.gc()'
check Collected not
if [ $status -eq 1 ] && ! grep -q 'System.gc' <<<"$out"; then
  ok 'none was asked for'
else
  not_ok 'none was asked for' "$out"
fi

# ---- counterexamples are executed with the options that they were found with

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
says 'a counterexample has a patience of its own' 2 'records how it was found'

# ---- a checkpoint is one of a search with the same patience

check --max-states 50 --checkpoint "$TEST_TMP/here" Patience poll
check --patience 2s --resume "$TEST_TMP/here" Patience poll
says 'a checkpoint of another patience' 2 '--patience'
check --resume "$TEST_TMP/here" Patience poll
says 'a checkpoint of the same' 0 'no error'

# ---- every reduction comes to the same ends

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
