#!/usr/bin/env bash
# The story of an error has a stretch for each context switch. A stretch shows which of its writes
# another thread read, which locks it held, and for lines of the JDK the program's call. The story
# is the same in check, explain, JSON and the debugger, with one name for each thread.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
s=$HEDDLE_SAMPLES
tmp=$TEST_TMP

has() { # WHAT TEXT FILE: the file contains the text, which may be wrapped
  if tr -s ' \n' '  ' <"$3" | grep -qF -- "$2"; then
    ok "$1"
  else
    not_ok "$1" "no '$2' in:" "$(cat "$3")"
  fi
}
story() { sed -n '/^  what happened:/,/^  [a-z]/p' "$1" | sed '1d;$d'; }

"$HEDDLE" check -q -o "$tmp/e.htrace" --property exception -cp "$s/TwoStage" TwoStage 2 1 \
  >"$tmp/check.out" 2>&1
switches=$(grep -oE '[0-9]+ context switch' "$tmp/check.out" | grep -oE '[0-9]+')
is 'the story has a stretch for each context switch' \
  "$(grep -cE '^    [0-9]+\. ' "$tmp/check.out")" \
  $((switches + 1))
has 'started threads are named' 'started T1 Producer, T2 Producer, T3 Consumer' \
  "$tmp/check.out"
# shellcheck disable=SC2016
has 'a write is shown with the thread that reads it' \
  'wrote TwoStage$Cell#1.value = 1 @ TwoStage.java:17, which T3 Consumer reads in 3' \
  "$tmp/check.out"
# shellcheck disable=SC2016
has 'the place of a context switch is shown' \
  'left before: lock TwoStage$Cell#2 "d2"' "$tmp/check.out"
# shellcheck disable=SC2016
has 'the reads of the failing thread are shown' \
  'read TwoStage$Cell#2.value = 0 @ TwoStage.java:34, not written on this path' "$tmp/check.out"
has 'the message names the thread in the same way' 'in thread T3 Consumer: second stage missing' \
  "$tmp/check.out"

"$HEDDLE" check -q --property exception -cp "$HEDDLE_JAVA/verdicts" ErrorLostUpdate \
  >"$tmp/lost.out" 2>&1
has 'a read of a value that is overwritten later is shown' \
  'which T1 lambda at ErrorLostUpdate.java:8 overwrites in 3 before this thread writes it in 5' \
  "$tmp/lost.out"
"$HEDDLE" check -q -o "$tmp/stock.htrace" --property exception -cp "$HEDDLE_JAVA/verdicts" \
  StockSoldTwice >"$tmp/stock.out" 2>&1
has 'a read by a call into a map is shown as overwritten before the call that puts' \
  ': read in Map.get at StockSoldTwice.java:11, which T1 lambda at StockSoldTwice.java:19' \
  "$tmp/stock.out"
has '... by the call of the other thread' \
  ' at StockSoldTwice.java:11, which T1 lambda at StockSoldTwice.java:19 overwrites in' \
  "$tmp/stock.out"
has 'a read of the failing thread inside a call is shown' \
  ' at StockSoldTwice.java:24, written by T2 lambda at StockSoldTwice.java:19 in 5' \
  "$tmp/stock.out"
"$HEDDLE" check -q --search auto --property exception \
  -cp "$HEDDLE_JAVA/verdicts" ErrorPool >"$tmp/pool.out" 2>&1
has 'a call of a task in a pool is shown' ' at ErrorPool.java:15, which T0 main reads in' \
  "$tmp/pool.out"
"$HEDDLE" check -q --search auto -cp "$HEDDLE_JAVA/verdicts" DeadReentrantLock >"$tmp/jucl.out" 2>&1
has 'a lock of java.util.concurrent is held' \
  'ReentrantLock#2 "DeadReentrantLock.b", taken @ DeadReentrantLock.java:15;' "$tmp/jucl.out"
has '... and the locks held at the end are shown' \
  'ReentrantLock#1 "DeadReentrantLock.a" since 2 and waits for ReentrantLock#2 "DeadReentrantLock.b"' "$tmp/jucl.out"
"$HEDDLE" check -q --search context-bounded --preemptions 0 -o "$tmp/signal.htrace" \
  -cp "$HEDDLE_JAVA/verdicts" SignalWakesWrong >"$tmp/signal.out" 2>&1
has 'the signalled condition is shown' \
  'ConditionObject#1 "changed" @ SignalWakesWrong.java:28' "$tmp/signal.out"
has '... and the woken thread' \
  'unparks T3 lambda at SignalWakesWrong.java:43 @ SignalWakesWrong.java:31' \
  "$tmp/signal.out"
cat >"$tmp/signal.txt" <<'COMMANDS'
error
explain
repair 5
last lock ReentrantLock#1
last lock AbstractQueuedSynchronizer$ConditionObject#1
COMMANDS
"$HEDDLE" debug --max-states 3000 --trace "$tmp/signal.htrace" --batch "$tmp/signal.txt" \
  >"$tmp/signal.debug" 2>&1
has 'a deadlock of waits: signalAll is proposed' \
  '2 wake all waiting threads at @28 (signalAll)' "$tmp/signal.debug"
is '... and no order of locks is proposed' "$(grep -c 'in the same order' "$tmp/signal.debug")" 0
# shellcheck disable=SC2016
has ':last finds the last write of a library lock' \
  'ReentrantLock$NonfairSync#1.state' <(grep -A4 '^:last lock Reentr' "$tmp/signal.debug")
is '... and of a condition' "$(grep -c 'was not locked' "$tmp/signal.debug")" 0
has 'a repair that causes another deadlock is reported' 'BUT ANOTHER ERROR OCCURS: deadlock of' \
  "$tmp/signal.debug"
"$HEDDLE" check -q --search dfs -cp "$s/lessons" Bell >"$tmp/bell.out" 2>&1
has 'a notification without a waiting thread is reported' \
  'Bell.java:17, where nobody waits' "$tmp/bell.out"
printf 'step 4\ntake T1\ntake T2\nstep 1\nstory\n' >"$tmp/bell.txt"
"$HEDDLE" debug -cp "$s/lessons" --batch "$tmp/bell.txt" Bell >"$tmp/bell.debug" 2>&1
has '... and one that wakes a thread' 'Bell.java:17, which wakes T1 Bell::await' "$tmp/bell.debug"
printf 'step 2\nchoices\n' >"$tmp/begin.txt"
"$HEDDLE" debug --property exception -cp "$HEDDLE_JAVA/verdicts" --batch "$tmp/begin.txt" \
  StockSoldTwice >"$tmp/begin.debug" 2>&1
has 'the first step of a thread shows what its call does' 'begin: volatile read' "$tmp/begin.debug"
printf 'follow 100\nexplain\n' >"$tmp/stock.txt"
"$HEDDLE" debug --trace "$tmp/stock.htrace" --batch "$tmp/stock.txt" >"$tmp/stock.debug" 2>&1
# shellcheck disable=SC2016
has 'debugger: a call shows the line of the program first' \
  'read in Map.get at @11, which T1 lambda @19 overwrites in 3' "$tmp/stock.debug"
"$HEDDLE" check -q --search bfs --property exception -cp "$s/TwoStage" TwoStage 2 1 \
  >"$tmp/none.out" 2>&1
is 'nothing is shown as overwritten if the thread does not write it later' \
  "$(grep -c 'before this thread writes it' "$tmp/none.out")" 0

"$HEDDLE" explain "$tmp/e.htrace" >"$tmp/explain.out" 2>&1
is 'explain of a counterexample: exit status' $? 1
is 'explain prints the same' "$(story "$tmp/explain.out")" "$(story "$tmp/check.out")"
"$HEDDLE" explain --lanes "$tmp/e.htrace" >"$tmp/lanes.out" 2>&1
is 'explain --lanes: exit status' $? 1
is 'explain --lanes: the story is printed' "$(story "$tmp/lanes.out" | head -3)" \
  "$(story "$tmp/explain.out" | head -3)"
is 'explain --lanes: a lane for each thread' \
  "$(grep -oE '^ T[0-9]+ ' "$tmp/lanes.out" | sort -u | tr -d '\n')" ' T0  T1  T2  T3 '
has 'explain --lanes: the error is marked' 'F' <(grep '^ T3 ' "$tmp/lanes.out")
has 'explain --lanes: held locks are shown' '#' <(grep '^ .*Cell#[0-9]* ' "$tmp/lanes.out")
"$HEDDLE" check -q -o "$tmp/race.htrace" --property race -cp "$s/BankAccount" \
  BankAccountLambdas >/dev/null 2>&1
"$HEDDLE" explain --lanes "$tmp/race.htrace" >"$tmp/race.out" 2>&1
is 'explain --lanes: the racing accesses are shown as unordered' \
  "$(grep -cE -- '- - .*x$' "$tmp/race.out")" 1
"$HEDDLE" explain --lanes -cp "$s/BankAccount" BankAccountLambdas >"$tmp/usage.out" 2>&1
is 'explain --lanes without a file: refused' $? 2
has 'explain --lanes without a file: the reason is printed' \
  'needs the file of a counterexample' "$tmp/usage.out"
"$HEDDLE" explain --json "$tmp/e.htrace" >"$tmp/explain.json"
is 'explain --json: the story has the same stretches' \
  "$(grep -c '"number"' "$tmp/explain.json")" $((switches + 1))
"$HEDDLE" check -q --json --property exception -cp "$s/TwoStage" TwoStage 2 1 >"$tmp/check.json"
has 'check --json: the story is included' '"story": [' "$tmp/check.json"
"$HEDDLE" explain "$tmp/check.json" >"$tmp/earlier.out"
is 'explain of an earlier check prints the story' "$(story "$tmp/earlier.out")" \
  "$(story "$tmp/check.out")"
printf 'follow 100\nthreads\nstory\n' >"$tmp/debug.txt"
"$HEDDLE" debug --trace "$tmp/e.htrace" --batch "$tmp/debug.txt" >"$tmp/debug.out" 2>&1
has 'debugger: the thread has the same name' 'T3 Consumer' "$tmp/debug.out"
# shellcheck disable=SC2016
has 'debugger: the story is shown' \
  'wrote TwoStage$Cell#1.value = 1 @ TwoStage.java:17, which T3 Consumer reads in 3' \
  "$tmp/debug.out"
"$HEDDLE" export --to text "$tmp/e.htrace" >"$tmp/export.out"
has 'export: the thread has the same name' '"Consumer"' "$tmp/export.out"

"$HEDDLE" check -q --property deadlock -cp "$s/Philosophers" Philosophers 2 >"$tmp/dead.out" 2>&1
has 'deadlock: held and awaited locks are shown' \
  'T1 Philosopher holds java.lang.Object#1 "left" since 2 and waits for lock java.lang.Object#2 "left", held by T2 Philosopher' "$tmp/dead.out"
has 'deadlock: the lock held at the switch is shown' \
  'holds java.lang.Object#1 "left", taken @' "$tmp/dead.out"

"$HEDDLE" check -q -cp "$HEDDLE_JAVA/session" Future >"$tmp/future.out" 2>&1
has 'a lambda is named by its line' 'T2 lambda at Future.java:8' "$tmp/future.out"
has 'a line of the JDK is shown with the call of the program' \
  ' at Future.java:10' "$tmp/future.out"
has 'a race: the other access is shown' \
  'its read is not ordered after the write in 2, where T2 lambda at Future.java:8 wrote Future.x = 5 @ Future.java:8' "$tmp/future.out"
done_testing
