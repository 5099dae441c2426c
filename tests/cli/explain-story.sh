#!/usr/bin/env bash
# The story of an error: by context switches, with what each stretch wrote that another read, the
# locks that it held, and for lines of the JDK the program's call; the same in check, explain, JSON
# and the debugger, with one name for each thread.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
s=$HEDDLE_SAMPLES
tmp=$TEST_TMP

has() { # WHAT TEXT FILE: the text is in the file, whose lines may be broken anywhere
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
is 'a stretch for each context switch' "$(grep -cE '^    [0-9]+\. ' "$tmp/check.out")" \
  $((switches + 1))
has 'who started whom' 'started T1 Producer, T2 Producer, T3 Consumer' \
  "$tmp/check.out"
# shellcheck disable=SC2016
has 'what was written, and who read it' \
  'wrote TwoStage$Cell#1.value = 1 @ TwoStage.java:17, which T3 Consumer reads in 3' \
  "$tmp/check.out"
# shellcheck disable=SC2016
has 'where it was left' 'left before: lock TwoStage$Cell#2 "d2"' "$tmp/check.out"
# shellcheck disable=SC2016
has 'what the failing thread had read' \
  'read TwoStage$Cell#2.value = 0 @ TwoStage.java:34, not written on this path' "$tmp/check.out"
has 'the message has the same name' 'in thread T3 Consumer: second stage missing' \
  "$tmp/check.out"

"$HEDDLE" check -q --property exception -cp "$HEDDLE_JAVA/verdicts" ErrorLostUpdate \
  >"$tmp/lost.out" 2>&1
has 'a read that was overtaken' \
  'which T1 lambda at ErrorLostUpdate.java:8 overwrites in 3 before this thread writes it in 5' \
  "$tmp/lost.out"
"$HEDDLE" check -q -o "$tmp/stock.htrace" --property exception -cp "$HEDDLE_JAVA/verdicts" \
  StockSoldTwice >"$tmp/stock.out" 2>&1
# shellcheck disable=SC2016
has 'a read by a call into a map, overtaken before the call that puts' \
  'ConcurrentHashMap$Node#1.val = Integer(3) @ ConcurrentHashMap.get (ConcurrentHashMap.java:' \
  "$tmp/stock.out"
has '... by the call of the other thread' \
  'called at StockSoldTwice.java:11, which T1 lambda at StockSoldTwice.java:19 overwrites in' \
  "$tmp/stock.out"
has 'what the failing thread had read by a call' \
  'called at StockSoldTwice.java:24, written by T2 lambda at StockSoldTwice.java:19 in 5' \
  "$tmp/stock.out"
"$HEDDLE" check -q --search auto --property exception \
  -cp "$HEDDLE_JAVA/verdicts" ErrorPool >"$tmp/pool.out" 2>&1
has 'of a task of a pool what its call did' 'called at ErrorPool.java:15, which T0 main reads in' \
  "$tmp/pool.out"
"$HEDDLE" check -q --search auto -cp "$HEDDLE_JAVA/verdicts" DeadReentrantLock >"$tmp/jucl.out" 2>&1
has 'a lock of java.util.concurrent is held' \
  'ReentrantLock#2 "DeadReentrantLock.b", taken @ DeadReentrantLock.java:15;' "$tmp/jucl.out"
has '... and who holds what at the end' \
  'ReentrantLock#1 "DeadReentrantLock.a" since 2 and waits for unpark' "$tmp/jucl.out"
"$HEDDLE" check -q --search context-bounded --preemptions 0 -o "$tmp/signal.htrace" \
  -cp "$HEDDLE_JAVA/verdicts" SignalWakesWrong >"$tmp/signal.out" 2>&1
has 'who is signalled' 'ConditionObject#1 "changed" @ SignalWakesWrong.java:28' "$tmp/signal.out"
has '... and woken' 'unparks T3 lambda at SignalWakesWrong.java:43 @ SignalWakesWrong.java:31' \
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
has 'a deadlock of waits: all are to be woken' \
  '2 wake all waiting threads at @28 (signalAll)' "$tmp/signal.debug"
is '... and no word of the order of locks' "$(grep -c 'in the same order' "$tmp/signal.debug")" 0
# shellcheck disable=SC2016
has 'the last write of a lock of the library' \
  'ReentrantLock$NonfairSync#1.state' <(grep -A4 '^:last lock Reentr' "$tmp/signal.debug")
is '... and of a condition' "$(grep -c 'was not locked' "$tmp/signal.debug")" 0
has 'a repair that makes another deadlock' 'BUT ANOTHER ERROR OCCURS: deadlock of' \
  "$tmp/signal.debug"
"$HEDDLE" check -q --search dfs -cp "$s/lessons" Bell >"$tmp/bell.out" 2>&1
has 'a notification that nobody waits for' 'Bell.java:17, where nobody waits' "$tmp/bell.out"
printf 'step 4\ntake T1\ntake T2\nstep 1\nstory\n' >"$tmp/bell.txt"
"$HEDDLE" debug -cp "$s/lessons" --batch "$tmp/bell.txt" Bell >"$tmp/bell.debug" 2>&1
has '... and one that wakes' 'Bell.java:17, which wakes T1 Bell::await' "$tmp/bell.debug"
printf 'step 2\nchoices\n' >"$tmp/begin.txt"
"$HEDDLE" debug --property exception -cp "$HEDDLE_JAVA/verdicts" --batch "$tmp/begin.txt" \
  StockSoldTwice >"$tmp/begin.debug" 2>&1
has 'a thread begins with what its call does' 'begin: volatile read' "$tmp/begin.debug"
printf 'follow 100\nexplain\n' >"$tmp/stock.txt"
"$HEDDLE" debug --trace "$tmp/stock.htrace" --batch "$tmp/stock.txt" >"$tmp/stock.debug" 2>&1
# shellcheck disable=SC2016
has 'debugger: a call has the line of the program first' \
  'read ConcurrentHashMap$Node#1.val = Integer(3) @11 in ConcurrentHashMap.get' "$tmp/stock.debug"
"$HEDDLE" check -q --search bfs --property exception -cp "$s/TwoStage" TwoStage 2 1 \
  >"$tmp/none.out" 2>&1
is 'none where a thread wrote nothing from it' \
  "$(grep -c 'before this thread writes it' "$tmp/none.out")" 0

"$HEDDLE" explain "$tmp/e.htrace" >"$tmp/explain.out" 2>&1
is 'explain of a counterexample: exit status' $? 1
is 'explain prints the same' "$(story "$tmp/explain.out")" "$(story "$tmp/check.out")"
"$HEDDLE" explain --lanes "$tmp/e.htrace" >"$tmp/lanes.out" 2>&1
is 'explain --lanes: exit status' $? 1
is 'explain --lanes: the story as well' "$(story "$tmp/lanes.out" | head -3)" \
  "$(story "$tmp/explain.out" | head -3)"
is 'explain --lanes: a lane for each thread' \
  "$(grep -oE '^ T[0-9]+ ' "$tmp/lanes.out" | sort -u | tr -d '\n')" ' T0  T1  T2  T3 '
has 'explain --lanes: the error' 'F' <(grep '^ T3 ' "$tmp/lanes.out")
has 'explain --lanes: who held a lock' '#' <(grep '^ .*Cell#[0-9]* ' "$tmp/lanes.out")
"$HEDDLE" check -q -o "$tmp/race.htrace" --property race -cp "$s/BankAccount" \
  BankAccountLambdas >/dev/null 2>&1
"$HEDDLE" explain --lanes "$tmp/race.htrace" >"$tmp/race.out" 2>&1
is 'explain --lanes: nothing orders the two' "$(grep -cE -- '- - .*x$' "$tmp/race.out")" 1
"$HEDDLE" explain --lanes -cp "$s/BankAccount" BankAccountLambdas >"$tmp/usage.out" 2>&1
is 'explain --lanes without a file: refused' $? 2
has 'explain --lanes without a file: why' 'needs the file of a counterexample' "$tmp/usage.out"
"$HEDDLE" explain --json "$tmp/e.htrace" >"$tmp/explain.json"
is 'explain --json: the stretches' "$(grep -c '"number"' "$tmp/explain.json")" $((switches + 1))
"$HEDDLE" check -q --json --property exception -cp "$s/TwoStage" TwoStage 2 1 >"$tmp/check.json"
has 'check --json: a story' '"story": [' "$tmp/check.json"
"$HEDDLE" explain "$tmp/check.json" >"$tmp/earlier.out"
is 'explain of an earlier check prints it too' "$(story "$tmp/earlier.out")" \
  "$(story "$tmp/check.out")"
printf 'follow 100\nthreads\nstory\n' >"$tmp/debug.txt"
"$HEDDLE" debug --trace "$tmp/e.htrace" --batch "$tmp/debug.txt" >"$tmp/debug.out" 2>&1
has 'debugger: the name' 'T3 Consumer' "$tmp/debug.out"
# shellcheck disable=SC2016
has 'debugger: the story' \
  'wrote TwoStage$Cell#1.value = 1 @ TwoStage.java:17, which T3 Consumer reads in 3' \
  "$tmp/debug.out"
"$HEDDLE" export --to text "$tmp/e.htrace" >"$tmp/export.out"
has 'export: the name' '"Consumer"' "$tmp/export.out"

"$HEDDLE" check -q --property deadlock -cp "$s/Philosophers" Philosophers 2 >"$tmp/dead.out" 2>&1
has 'deadlock: who holds and who waits' \
  'T1 Philosopher holds java.lang.Object#1 "left" since 2 and waits for lock java.lang.Object#2 "left", held by T2 Philosopher' "$tmp/dead.out"
has 'deadlock: the lock that was held at the switch' \
  'holds java.lang.Object#1 "left", taken @' "$tmp/dead.out"

"$HEDDLE" check -q -cp "$HEDDLE_JAVA/session" Future >"$tmp/future.out" 2>&1
has 'a lambda by its line' 'T2 lambda at Future.java:8' "$tmp/future.out"
has 'the JDK by its own line and the call' 'called at Future.java:10' "$tmp/future.out"
has 'a race: the other access' \
  'its read is not ordered after the write in 2, where T2 lambda at Future.java:8 wrote Future.x = 5 @ Future.java:8' "$tmp/future.out"
done_testing
