#!/usr/bin/env bash
# Walking along a trace in the debugger: violations of the recorded run are shown, h has its
# history, steps back are cheap in a long trace, Ctrl-C works, what a fold hides is found, and a
# saved session says how to run it again.
# timeout: 60
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
. tests/scripts/debug-batch.sh
cp=$HEDDLE_JAVA/session

seconds() { # COMMAND...: prints its processor time, in hundredths
  local TIMEFORMAT=%U
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d", $1 * 100 }'
}

# A recorded run that races: each f that takes part in the race says so, a longer way too; the
# h-history is that of the path.
"$HEDDLE" record -q -o "$TEST_TMP/short.htrace" -cp "$cp" LongRun 2 3 >/dev/null 2>&1
debug race 'follow 1000' --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows race 'the race on the way' 'the recorded run continued after this: race: data race ('
shows race 'its place' 'LongRun.late'
debug steps "$(printf 'follow;%.0s' $(seq 60))back" --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows steps 'step by step' 'the recorded run continued after this: race: data race ('
notes=$(grep -c 'continued after this' "$TEST_TMP/steps.out")
is "steps: noted where it is ($notes times)" "$((notes >= 1 && notes <= 3))" 1
debug history 'follow 1000;h' --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows history 'the h-history' 'invalidate: '
shows history 'what was released' 'release('
is 'history: not empty' "$(grep -c 'h-history stack (0)' "$TEST_TMP/history.out")" 0
debug tree 'follow 1000;tree' --trace "$TEST_TMP/short.htrace" -cp "$cp"
shows tree 'the tree marks the step' ' noted'

# Lanes with a loop of eight times four events: it is shown twice, with the right values behind it;
# an event in between that is asked for is shown, too.
bank=(--por none --property race -cp "$HEDDLE_SAMPLES/BankAccount" BankAccountLambdas 1 8)
debug folded 'step 100;lanes fold;lanes' "${bank[@]}"
shows folded 'says so' '1 loop folded: the first and the last time are shown'
shows folded 'how often' ' x6'
is 'folded: the last value' "$(grep -c '^  int.*10 *360$' "$TEST_TMP/folded.out")" 1
debug inside 'step 100;lanes fold;lanes 20;lanes;lanes fold;lanes' "${bank[@]}"
shows inside 'an event that was folded' 'event 20 of 45, 2 loops folded'
shows inside 'whole again' 'loops are shown whole'
debug loopless 'step 4;lanes fold' "${bank[@]}"
shows loopless 'no loop' 'no loop to fold'

# A step back costs no walk from the start: forty of them, and a look at the tree, in a trace of
# 26,000 events and 3,000 objects.
"$HEDDLE" record -q -o "$TEST_TMP/long.htrace" -cp "$cp" LongRun 1200 3000 >/dev/null 2>&1
follow=$(seconds debug once 'follow suspicious' --trace "$TEST_TMP/long.htrace" -cp "$cp")
back=$(seconds debug back "follow suspicious;$(printf 'back;%.0s' $(seq 40))tree" \
  --trace "$TEST_TMP/long.htrace" -cp "$cp")
shows back 'it went back' 'step '
is "steps back are cheap: $back hundredths of a second against $follow" \
  "$((back < follow * 2 + 200))" 1

# Ctrl-C ends a long way. --foreground: timeout sends it to the program alone, not to the group as
# well, for a second one would end the program at once.
printf 'follow suspicious\nthreads\n' >"$TEST_TMP/stop.txt"
"$HEDDLE" record -q -o "$TEST_TMP/longer.htrace" -cp "$cp" LongRun 12000 3000 >/dev/null 2>&1
start=$EPOCHREALTIME
timeout --foreground -s INT 2 "$HEDDLE" debug --batch "$TEST_TMP/stop.txt" \
  --trace "$TEST_TMP/longer.htrace" -cp "$cp" >"$TEST_TMP/stop.out" 2>&1
is 'Ctrl-C: heard soon' "$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print (b - a < 4) }')" 1
shows stop 'and said so' 'interrupted'

# What a fold hides: its errors and the verdicts of checks are counted on it, and a search opens it.
s=$HEDDLE_SAMPLES/TwoStage
debug fold 'search dfs;guided run;go 0;tree' --property exception -cp "$s" TwoStage 1 1
shows fold 'an error inside' ', 1 ERROR)'
debug find 'search dfs;guided run;go 0;tree;find second stage;tree' --property exception -cp "$s" \
  TwoStage 1 1
is 'find: the error inside is found' "$(grep -c '^>.*! .*ERROR' "$TEST_TMP/find.out")" 1
debug pin 'search dfs;guided run 30;go 0;check --from 3 --depth 30;fold close 1;tree' \
  --property exception -cp "$s" TwoStage 1 1
shows pin 'the verdict of a check inside' 'c1 ERROR'

# A saved session names all that it was started with.
echo 'TwoStage.java:16' >"$TEST_TMP/a b.seq"
debug save "step 3;save $TEST_TMP/saved.txt" --property exception --seq "$TEST_TMP/a b.seq" \
  -cp "$s" TwoStage 1 1
command=$(head -1 "$TEST_TMP/saved.txt")
is 'save: the command' "$(sed "s,'\($s\|$TEST_TMP/saved.txt\)',\1,g" <<<"$command")" \
  "# heddle debug --batch $TEST_TMP/saved.txt --property exception --seq '$TEST_TMP/a b.seq' -cp $s TwoStage 1 1"
sed -n '1s/^# heddle //p' "$TEST_TMP/saved.txt" >"$TEST_TMP/command"
eval "\"$HEDDLE\" $(cat "$TEST_TMP/command")" >"$TEST_TMP/again.out" 2>&1
is 'save: and it runs' "$(cat "$TEST_TMP/again.out")" \
  "$(grep -v -e '^:save' -e 'commands written' "$TEST_TMP/save.out")"
done_testing
