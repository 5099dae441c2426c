#!/usr/bin/env bash
# Walking along a trace in the debugger: errors of the recorded run are shown, h has its history,
# steps back are cheap in a long trace, Ctrl-C works, errors inside folds are found, and a saved
# session contains the command that runs it again.
# STRESS builds run this.
# timeout: 60
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
cp=$HEDDLE_JAVA/session

seconds() { # COMMAND...: prints its processor time, in hundredths
  local TIMEFORMAT=%U
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d", $1 * 100 }'
}

# A recorded run with a race: each step (f) that takes part in the race says so, even during a
# longer walk, and the h-history belongs to the path.
"$HEDDLE" record -q -o "$TEST_TMP/short.htrace" -cp "$cp" LongRun 2 3 >/dev/null 2>&1
debug race 'follow 1000' --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows race 'a walk shows the race on its way' \
  'the recorded run continued after this: race: data race ('
shows race 'the place of the race' 'LongRun.late'
debug steps "$(printf 'follow;%.0s' $(seq 60))back" --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows steps 'single steps show the race' 'the recorded run continued after this: race: data race ('
notes=$(grep -c 'continued after this' "$TEST_TMP/steps.out")
is "steps: the race is reported where it occurs ($notes times)" "$((notes >= 1 && notes <= 3))" 1
debug history 'follow 1000;h' --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows history 'the h-history is shown' 'invalidate: '
shows history 'releases are shown' 'release('
is 'history: it is not empty' "$(grep -c 'h-history stack (0)' "$TEST_TMP/history.out")" 0
debug tree 'follow 1000;tree' --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows tree 'the tree marks the step' ' noted'

# Lanes with a loop of eight times four events: two iterations are shown, with the right values
# after them. An event inside the fold is shown on request.
bank=(--por none --property race -cp "$HEDDLE_SAMPLES/BankAccount" BankAccountLambdas 1 8)
debug folded 'step 100;lanes fold;lanes' "${bank[@]}"
shows folded 'the fold is reported' '1 loop folded: the first and the last time are shown'
shows folded 'the fold counts its iterations' ' x6'
is 'folded: the last value is right' "$(grep -c '^  int.*10 *360$' "$TEST_TMP/folded.out")" 1
debug inside 'step 100;lanes fold;lanes 20;lanes;lanes fold;lanes' "${bank[@]}"
shows inside 'an event inside the fold is shown' 'event 20 of 45, 2 loops folded'
shows inside 'folding can be switched off' 'loops are shown whole'
debug loopless 'step 4;lanes fold' "${bank[@]}"
shows loopless 'lanes without a loop: reported' 'no loop to fold'

# A step back does not walk from the start: forty of them, and a look at the tree, in a trace of
# 26,000 events and 3,000 objects.
"$HEDDLE" record -q -o "$TEST_TMP/long.htrace" -cp "$cp" LongRun 1200 3000 >/dev/null 2>&1
follow=$(seconds debug once 'follow suspicious' --trace "$TEST_TMP/long.htrace" -cp "$cp")
back=$(seconds debug back "follow suspicious;$(printf 'back;%.0s' $(seq 40))tree" \
  --trace "$TEST_TMP/long.htrace" -cp "$cp")
shows back 'the walk goes back' 'step '
is "steps back are cheap: $back hundredths of a second against $follow" \
  "$((back < follow * 2 + 200 * HEDDLE_SLOW))" 1

# Ctrl-C stops a long walk. With --foreground, timeout sends the signal only to the program, not
# also to the group, because a second signal would end the program at once.
printf 'follow suspicious\nthreads\n' >"$TEST_TMP/stop.txt"
"$HEDDLE" record -q -o "$TEST_TMP/longer.htrace" -cp "$cp" LongRun 12000 3000 >/dev/null 2>&1
start=$EPOCHREALTIME
timeout --foreground -s INT 2 "$HEDDLE" debug --batch "$TEST_TMP/stop.txt" \
  --trace "$TEST_TMP/longer.htrace" -cp "$cp" >"$TEST_TMP/stop.out" 2>&1
is 'Ctrl-C: stops soon' "$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print (b - a < 4) }')" 1
shows stop 'the interrupt is reported' 'interrupted'

# A fold counts the errors and the verdicts of checks inside it, and a search in the tree opens it.
s=$HEDDLE_SAMPLES/TwoStage
debug fold 'search dfs;guided run;go 0;tree' --property exception -cp "$s" TwoStage 1 1
shows fold 'a fold counts the errors inside' ', 1 ERROR)'
debug find 'search dfs;guided run;go 0;tree;find second stage;tree' --property exception -cp "$s" \
  TwoStage 1 1
is 'find: the error inside the fold is found' "$(grep -c '^>.*! .*ERROR' "$TEST_TMP/find.out")" 1
debug pin 'search dfs;guided run 30;go 0;check --from 3 --depth 30;fold close 1;tree' \
  --property exception -cp "$s" TwoStage 1 1
shows pin 'a fold shows the verdict of a check inside' 'c1 ERROR'

# A saved session contains the complete command that started it.
echo 'TwoStage.java:16' >"$TEST_TMP/a b.seq"
debug save "step 3;save $TEST_TMP/saved.txt" --property exception --seq "$TEST_TMP/a b.seq" \
  -cp "$s" TwoStage 1 1
command=$(head -1 "$TEST_TMP/saved.txt")
is 'save: the command is complete' "$(sed "s,'\($s\|$TEST_TMP/saved.txt\)',\1,g" <<<"$command")" \
  "# heddle debug --batch $TEST_TMP/saved.txt --property exception --seq '$TEST_TMP/a b.seq' -cp $s TwoStage 1 1"
sed -n '1s/^# heddle //p' "$TEST_TMP/saved.txt" >"$TEST_TMP/command"
eval "\"$HEDDLE\" $(cat "$TEST_TMP/command")" >"$TEST_TMP/again.out" 2>&1
is 'save: the command runs' "$(cat "$TEST_TMP/again.out")" \
  "$(grep -v -e '^:save' -e 'commands written' "$TEST_TMP/save.out")"
done_testing
