#!/usr/bin/env bash
# heddle confirm: the real JVM follows the schedules of counterexamples. Every supported kind of
# error and of thread switch occurs; everything else is refused with its reason.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
mkdir "$tmp/temporary"
export TMPDIR=$tmp/temporary
verdicts=$HEDDLE_JAVA/verdicts
both=(--property exception,deadlock)

counterexample() { # CLASS-PATH OPTION... MAIN ARGUMENT...: writes $tmp/c.htrace
  local cp=$1
  shift
  rm -f "$tmp/c.htrace"
  "$HEDDLE" check -q --try 0 --search dfs -o "$tmp/c.htrace" -cp "$cp" "$@" >"$tmp/check" 2>&1
}
seen() { # NAME CLASS-PATH OPTION... MAIN ARGUMENT...: the error must occur in 2 of 2 runs
  local name=$1
  shift
  counterexample "$@"
  "$HEDDLE" confirm -q --runs 2 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
  is "$name: exit status" $? 0
  is "$name" "$(sed -n '1s/.*: \(.* runs\),.*/\1/p' "$tmp/out")$(cat "$tmp/err")" '2 of 2 runs'
}
refused() { # NAME STATUS PATTERN: heddle confirm must refuse $tmp/c.htrace
  "$HEDDLE" confirm -q --runs 1 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
  is "$1: exit status" $? "$2"
  is "$1" "$(grep -cE "$3" "$tmp/err")" 1
}

# ---- errors that are confirmed: by kind of error, then by kind of thread switch
seen 'an exception' "$HEDDLE_SAMPLES/TwoStage" "${both[@]}" TwoStage 2 1
is 'the error is named' "$(sed -n 2p "$tmp/out")" \
  '  uncaught java.lang.IllegalStateException in thread T3 Consumer: second stage missing'
seen 'a deadlock of monitors' "$HEDDLE_SAMPLES/Philosophers" "${both[@]}" Philosophers 3
seen 'a deadlock in a pool' "$verdicts" "${both[@]}" WaitsInOwnPool
seen 'a deadlock of locks' "$verdicts" "${both[@]}" UpgradesReadLock
seen 'a deadlock of class initialisers' "$verdicts" "${both[@]}" SoundInitDeadlock
seen 'a hang' "$verdicts" --property hang Hangs certain exchange
seen 'a switch inside the library' "$verdicts" "${both[@]}" SoundSteps unlock
seen 'a thread that is about to end' "$verdicts" "${both[@]}" --contracts SoundSteps queue
seen 'a wait that elapses' "$verdicts" "${both[@]}" --patience 0 SoundAnyOrder
seen 'a notify and an interrupt' "$verdicts" "${both[@]}" SoundInterruptWait x
seen 'an interrupt' "$verdicts" "${both[@]}" SwallowsInterrupt
seen 'a join that is notified' "$verdicts" "${both[@]}" SoundJoinNotified
seen 'readings of the clock' "$verdicts" "${both[@]}" LeftBehind spins
seen 'a call through a lambda' "$verdicts" "${both[@]}" Patience spinsYield
seen 'a switch after a class initialiser' "$verdicts" --property race MemoryRules initWrite
seen 'a wait for a class initialiser that ends early' "$HEDDLE_JAVA/confirm" "${both[@]}" \
  --search random --as-found RateTable
seen 'a stop between a class initialiser and the access' "$HEDDLE_JAVA/confirm" "${both[@]}" \
  --search random --as-found RateFields
seen 'an exception that a future keeps' "$verdicts" --property exception --swallowed \
  Swallowed future
seen 'an exception that a CompletableFuture keeps' "$verdicts" --property exception --swallowed \
  Swallowed completable
seen 'an exit status' "$verdicts" --property exception --swallowed Swallowed exit
seen 'inputs that the search chose' "$verdicts" "${both[@]}" DataVerify threads
seen 'numbers of every type that the search chose' "$verdicts" "${both[@]}" DataVerify list
seen 'classes of two loaders' "$verdicts" "${both[@]}" TwoPlugins deadlock


# ---- text, JSON, plain runs
"$HEDDLE" confirm -q --runs 1 --plain 2 --json "$tmp/c.htrace" >"$tmp/out"
is 'JSON: exit status' $? 0
is 'JSON' "$(jq -c '[.runs, .seen, .plain.runs, (.error | startswith("deadlock")), (.seconds > 0)]' \
  "$tmp/out")" '[1,1,2,true,true]'
(cd "$tmp" && "$HEDDLE" check -q --try 0 --search dfs "${both[@]}" --confirm \
  -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1) >"$tmp/out" 2>&1
is 'check --confirm: exit status' $? 1
is 'check --confirm' "$(sed -n '/ in java /,$p' "$tmp/out" |
  sed -e 's/ in java .*: \(.*\) runs.*/ in \1/' -e '2{/^  uncaught/d}')" 'seen in 10 of 10'
is 'check --confirm: the trace' "$(ls "$tmp/TwoStage.htrace")" "$tmp/TwoStage.htrace"
"$HEDDLE" check -q --confirm --json -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1 2>"$tmp/err"
is 'check --confirm --json' $? 2

# ---- tests of JUnit and TestNG, run by their own runners
tests=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
seen 'a failed assertion of JUnit 4' "$tests" "${both[@]}" --junit Counting4#loses
seen 'a deadlock in a test of JUnit 4' "$tests" "${both[@]}" --junit Counting4#deadlocks
seen 'a failed assertion of JUnit 5' "$tests" "${both[@]}" --junit Counting5#loses
seen 'an exception in a thread of a test' "$tests" "${both[@]}" --junit Counting5#failsAside
seen 'a failed assertion of TestNG' "$tests" "${both[@]}" --junit CountingN#loses

# ---- data races: the forced run is recorded, and its trace must contain the race
seen 'a race of a write and a read' "$HEDDLE_SAMPLES/Publish" --property race Publish
is 'the race is named' "$(sed -n 2p "$tmp/out" | grep -o 'data race (WR) on Publish.ready')" \
  'data race (WR) on Publish.ready'
seen 'a race of two writes' "$HEDDLE_SAMPLES/Reorder" --property race Reorder
seen 'a race before which its second thread waits' "$HEDDLE_SAMPLES/Crawler" --property race \
  Crawler 1 1
seen 'a race through reflection' "$verdicts" --property race CallKinds refl
seen 'a race on a field of a collection' "$verdicts" --property race RaceArrayList
seen 'a race of a VarHandle' "$verdicts" --property race VarHandleModes plain
seen 'a race of System.arraycopy' "$verdicts" --property race RaceLargeCopy
seen 'a race in a class of the program'\''s own loader' "$verdicts" --property race TwoPlugins race
seen 'a race inside a map' "$verdicts" --property race RaceHashMap
is 'the field of the library is named' \
  "$(sed -n 2p "$tmp/out" | grep -o 'on java.util.HashMap.table')" 'on java.util.HashMap.table'
counterexample "$HEDDLE_SAMPLES/Crawler" --property race Crawler 1 1
"$HEDDLE" confirm -q --runs 1 --plain 2 "$tmp/c.htrace" >"$tmp/out"
is 'a race in plain runs' "$(grep -c 'without the schedule: in [0-2] of 2 runs' "$tmp/out")" 1

# ---- record --like: the trace of the forced run
counterexample "$HEDDLE_SAMPLES/TwoStage" "${both[@]}" TwoStage 2 1
(cd "$tmp" && "$HEDDLE" record --like c.htrace) >"$tmp/out" 2>&1
is 'record --like: exit status' $? 0
is 'record --like: the output is shown' "$(grep -c 'Exception in thread "Thread-2"' "$tmp/out")" 1
is 'record --like: the run is one with the error' \
  "$("$HEDDLE" export --to json "$tmp/c.java.htrace" | jq '[.events[] | select(.kind == "uncaught")]
    | length')" 1
counterexample "$HEDDLE_SAMPLES/Philosophers" "${both[@]}" Philosophers 3
"$HEDDLE" record -q --like "$tmp/c.htrace" -o "$tmp/deadlock.htrace" >"$tmp/out" 2>&1
is 'record --like with a deadlock: exit status' $? 0
is 'record --like with a deadlock: the recorded waits end the trace' \
  "$("$HEDDLE" export --to json "$tmp/deadlock.htrace" | jq '[.events[] | select(.kind ==
    "monitor-enter")] | length > 2')" true
"$HEDDLE" record -q --like sample-traces/Publish/Publish.htrace -o "$tmp/none" 2>"$tmp/err"
is 'record --like: not a counterexample' $? 3
"$HEDDLE" record -q --like "$tmp/c.htrace" Philosophers 2>"$tmp/err"
is 'record --like: a program beside it' $? 2

# ---- counterexamples that are refused
cp sample-traces/Publish/Publish.htrace "$tmp/c.htrace"
refused 'a recorded run' 3 'is a recorded run, not a counterexample'
counterexample "$verdicts" --property race RaceTrusted setter
refused 'a race through a method handle' 4 'made by a method handle'
counterexample "$verdicts" --property conflict RaceAfterStart
refused 'a conflict' 4 'property conflict cannot be confirmed'
counterexample "$verdicts" "${both[@]}" BulkNatives copy
refused 'a switch inside a native' 4 'inside a native method'
counterexample "$verdicts" "${both[@]}" --spurious 1 Spurious await
refused 'a spurious wake-up of Condition.await' 4 'spurious wake-up of Condition.await'
counterexample "$verdicts" "${both[@]}" DataVerifier string
refused 'a text chosen by Verifier' 4 'a text or a thread'
echo 'not a trace' >"$tmp/c.htrace"
refused 'a file that is not a trace' 3 c.htrace
"$HEDDLE" confirm -q "$tmp/none.htrace" 2>"$tmp/err"
is 'a missing file' $? 3
"$HEDDLE" confirm 2>"$tmp/err"
is 'no file argument' $? 2
counterexample "$HEDDLE_SAMPLES/TwoStage" "${both[@]}" TwoStage 2 1
"$HEDDLE" confirm -q --java-home "$tmp" "$tmp/c.htrace" 2>"$tmp/err"
is 'a missing JDK' $? 3

# ---- a changed program: the trace belongs to other classes
mkdir -p "$tmp/changed"
sed 's/IllegalStateException/IllegalArgumentException/' sample-traces/TwoStage/TwoStage.java \
  >"$tmp/TwoStage.java"
"$JAVAC" -g -d "$tmp/changed" "$tmp/TwoStage.java"
"$HEDDLE" confirm -q --runs 1 -cp "$tmp/changed" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'changed classes: exit status' $? 3
is 'changed classes' "$(grep -c 'class TwoStage.* is not the one .*--anyway' "$tmp/err")" 1
"$HEDDLE" confirm -q --runs 2 --anyway -cp "$tmp/changed" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'changed classes, --anyway: exit status' $? 0
is 'changed classes, --anyway: its error' "$(sed -n 2p "$tmp/out")" \
  '  uncaught java.lang.IllegalArgumentException in thread T3 Consumer: second stage missing'
# more lines, and more operations in the method where threads are switched
sed 's/^\( *\)d1.value = 1;/\n\1int before = d1.value;\n\n\1d1.value = before - before + 1;/' \
  sample-traces/TwoStage/TwoStage.java >"$tmp/TwoStage.java"
"$JAVAC" -g -d "$tmp/changed" "$tmp/TwoStage.java"
"$HEDDLE" confirm -q --runs 2 --anyway -cp "$tmp/changed" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'changed lines, --anyway' "$(grep -c 'IllegalStateException.*second stage' "$tmp/out")" 1
# the repaired program no longer has the error
sed 's/TwoStageFixed/TwoStage/g' sample-traces/TwoStage/TwoStageFixed.java >"$tmp/TwoStage.java"
"$JAVAC" -g -d "$tmp/changed" "$tmp/TwoStage.java"
"$HEDDLE" confirm -q --runs 1 --anyway -cp "$tmp/changed" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'repaired classes, --anyway: exit status' $? 3
is 'repaired classes, --anyway' "$(grep -c 'does not replay' "$tmp/err")" 1

# ---- a run that diverges names the first value that is not that of heddle
different() { # ARGUMENT PATTERN: the values of TemporaryFiles
  counterexample "$HEDDLE_JAVA/confirm" "${both[@]}" TemporaryFiles "$1"
  "$HEDDLE" confirm -q --runs 1 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
  is "another value, $1: exit status" $? 1
  is "another value, $1" "$(grep -A 1 'another value at switch' "$tmp/out" | grep -cE "^    $2$")" 1
}
different local 'local files is 0 in heddle, [1-9][0-9]* in java'
"$HEDDLE" confirm -q --runs 1 --json "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'another value: JSON' "$(jq -c '.diverged.value | [.segment, .home, .name, .heddle]' \
  "$tmp/out")" '[0,"local","files","0"]'
different static 'static all is 0 in heddle, [1-9][0-9]* in java'
different field 'field share is 0 in heddle, [0-9.]+ in java'

# ---- the JVM finds classes in any folder, although its environment is empty
named="$tmp/two words, größer"
cp -r "$HEDDLE_SAMPLES/TwoStage" "$named"
seen 'a class path beyond ASCII' "$named" "${both[@]}" TwoStage 2 1
cd "$named" || exit 5
seen 'a folder beyond ASCII' . "${both[@]}" TwoStage 2 1
cd "$HEDDLE_ROOT" || exit 5

# ---- no files are left
is 'no folder is left' "$(find "$TMPDIR" -mindepth 1 | wc -l)" 0
done_testing
