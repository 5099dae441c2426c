#!/usr/bin/env bash
# heddle.Scenario: the meaning of a text, as `heddle run` prints it, the message for an invalid
# text, and all ends of some scenarios, as a search finds them.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

prints() { # NAME TEXT WANT
  "$HEDDLE" run heddle.Scenario "$2" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
  is "$1: exit status" $? 0
  is "$1" "$(cat "$TEST_TMP/out")" "$3"
}
prints 'results, and calls without a result' \
  'q = new ArrayBlockingQueue(1) { q.put(6) || } q; q.size()' \
  '-, | | [6] 1 '
prints 'an exception is a result' 'q = new ArrayDeque() { q.pop(); q.add(1) || } q' \
  'java.util.NoSuchElementException, true, | | [1] '
prints 'literals and casts' \
  'q = new ArrayList(); q.add(5) { q.remove((Object) 5); q.add('"'c'"') || } q' \
  'true, true, | | [c] '
prints 'a call on a cast value' \
  'a = new AtomicReference(); a.set("xy"); f = new FutureTask(-> ((String) a.get()).length()) {
  f.run(); f.get(); ((String) a.get()).concat("z").length() || }' \
  '-, 2, 3, | | '
prints 'a number serves as an index' \
  'q = new ArrayList(); q.add(7) { q.remove(0) || }' \
  '7, | | '
prints 'strings, longs, booleans, null' \
  'q = new AtomicReference("a b") { q.compareAndSet(null, 1L); q.getAndSet(true); q.get() || } 2L' \
  'false, a b, true, | | 2 '
prints 'lambdas see assigned variables' \
  'n = new AtomicInteger(); f = new FutureTask(-> n.addAndGet(2)) { f.run(); f.get() || } n' \
  '-, 2, | | 2 '
prints 'lambdas with parameters' 'm = new ConcurrentHashMap() {
  m.merge("k", 1, (a, b) -> b); m.computeIfAbsent("j", k -> k.toString()) || } m.size()' \
  '1, j, | | 2 '
prints 'static methods and fields, other arguments as an array' \
  'd = CompletableFuture.allOf() { d.get(1L, TimeUnit.SECONDS); Integer.compare(1, 2); Arrays.asList(1, 2) || }' \
  'null, -1, [1, 2], | | '
prints 'a variable of a thread' 'q = new StampedLock() { s = q.writeLock(); q.unlockWrite(s) || }
  q.isWriteLocked()' '384, -, | | false '
prints 'a variable whose expression threw' 'q = new ArrayDeque() { x = q.pop(); x || }' \
  'java.util.NoSuchElementException, null, | | '
prints 'an interrupt that is still pending' \
  'q = new Object() { t0.interrupt() || }' '-, interrupted| | '
prints 'an iterator shows the remaining elements' 'q = new ArrayList(); q.add(1); q.add(2) {
  i = q.iterator(); i.next() || }' '[2], 1, | | '
prints 'nested classes' 'e = new AbstractMap.SimpleEntry(1, 2) { e.getKey() || } e' '1, | | 1=2 '
one='n.incrementAndGet()'
"$HEDDLE" run heddle.Scenario \
  "n = new AtomicInteger() { $one || $one || $one || $one || $one || $one || $one || $one } n" \
  >"$TEST_TMP/out" 2>&1
is 'eight threads' "$(tr -cs '0-9' '\n' <"$TEST_TMP/out" | sort | paste -sd ' ')" \
  '1 2 3 4 5 6 7 8 8'

refused() { # NAME TEXT PATTERN
  "$HEDDLE" check -q heddle.Scenario "$2" >"$TEST_TMP/out" 2>&1
  is "$1: exit status" $? 2
  is "$1: the message" "$(grep -cE -- "$3" "$TEST_TMP/out")" 1
}
refused 'no braces' 'q = new Vector()' "'\\{' is missing at 'the end', character 17"
refused 'no closing brace' 'q = new Vector() { q.size()' "'\\}' is missing"
refused 'an unknown class' 'q = new Vectors() { q.size() || }' 'no class Vectors'
refused 'no such method' \
  'q = new Vector() { q.sizes() || }' 'no public method accepts these arguments: sizes'
refused 'no such constructor' \
  'q = new Thread(1, 2) { || }' 'no public constructor accepts .*: Thread'
refused 'an unknown variable' '{ q.size() || }' 'no such variable or public static field: q'
refused 'a lambda by itself' 'q = -> 1 { || }' 'a lambda that is not an argument'
refused 'a result of a call that has none' \
  'q = new Vector(); x = q.clear() { || }' 'no value to assign to x'
refused 'a number that is too large' 'q = 99999999999 { || }' 'not a number that fits into an int'
"$HEDDLE" check -q heddle.Scenario a b >"$TEST_TMP/out" 2>&1
is 'a second argument is refused' "$? $(grep -c 'takes one argument' "$TEST_TMP/out")" '2 1'

ends() { # NAME TEXT WANT
  is "$1" "$("$HEDDLE" check -q --outcomes --property deadlock heddle.Scenario "$2" |
    sed -nE 's/^  outcome [0-9]+: (.*), met.*/\1/p' | sort | paste -sd '#')" "$3"
}
ends 'both orders are reached' 'q = new ArrayBlockingQueue(1) { q.offer(6) || q.poll() } q' \
  'exit 0, printed "true, | 6, | [] \n"#exit 0, printed "true, | null, | [6] \n"'
ends 'arrays of several lengths at one place' 'q = new Vector() { q.add(60) || q.clone() } q' \
  'exit 0, printed "true, | [60], | [60] \n"#exit 0, printed "true, | [], | [60] \n"'
ends 'a deadlock is an end' 'q = new ArrayBlockingQueue(1) { q.take() || q.poll() }' \
  'deadlock (deadlock of T0 main), printed ""'
"$HEDDLE" check -q --property deadlock -o "$TEST_TMP/t" heddle.Scenario \
  'a = new ReentrantLock(); b = new ReentrantLock() { a.lock(); b.lock() || b.lock(); a.lock() }' \
  >"$TEST_TMP/out" 2>&1
is 'its counterexample is found' $? 1
"$HEDDLE" replay "$TEST_TMP/t" >"$TEST_TMP/out" 2>&1
is 'its counterexample replays without the text' \
  "$(grep -c 'deadlock of T0 main' "$TEST_TMP/out")" 1
done_testing
