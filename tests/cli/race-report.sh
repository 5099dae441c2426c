#!/usr/bin/env bash
# The report of a race: the location with its name in the program, both accesses with their stacks
# (the user's lines first), the missing happens-before edge, and possible remedies.
set -u
cd "$(dirname "$0")/../.." || exit 5
. tests/tools/support.sh

classes=$HEDDLE_JAVA/verdicts
out=$TEST_TMP/out

report() { # MAIN [OPTION...]: writes the report to $out
  "$HEDDLE" check --property race "${@:2}" -cp "$classes" "$1" >"$out" 2>&1
}

says() { # NAME PATTERN...: the report must have these lines in this order
  local name=$1 rest pattern at
  shift
  rest=$(cat "$out")
  for pattern in "$@"; do
    at=$(grep -nE -m 1 -- "$pattern" <<<"$rest" | cut -d: -f1)
    if [ -z "$at" ]; then
      not_ok "$name" "no line (in this order) matches: $pattern" "$(head -c 2000 "$out")"
      return
    fi
    rest=$(tail -n "+$((at + 1))" <<<"$rest")
  done
  ok "$name"
}

report RaceNoJoin
says 'a field: both stacks and the missing edge are shown' \
  'data race \(WR\) on RaceNoJoin\.result: read by thread T0 main is not ordered after the write by thread T1 lambda at [A-Za-z.:0-9]+' \
  'read of RaceNoJoin\.result by thread T0 main at RaceNoJoin\.java:9' \
  'at RaceNoJoin\.main\(RaceNoJoin\.java:9\)' \
  'is not ordered after the write by thread T1 lambda at [A-Za-z.:0-9]+ at RaceNoJoin\.java:6 \(step [0-9]+\)' \
  'at RaceNoJoin\.lambda\$main\$0\(RaceNoJoin\.java:6\)' \
  'missing edge: a release by thread T1 lambda at [A-Za-z.:0-9]+ after its write, then a matching acquire by thread T0 main before its read' \
  'make RaceNoJoin\.result volatile' \
  'let thread T0 main join T1 lambda at [A-Za-z.:0-9]+ before its read'

report RaceTwoLocks
says 'two locks are named by their fields' \
  'hold RaceTwoLocks\.lockA, which thread T1 lambda at [A-Za-z.:0-9]+ holds at its write, around the read' \
  'hold RaceTwoLocks\.lockB, which thread T2 lambda at [A-Za-z.:0-9]+ holds at its read, around the write'

report RaceHashMap
says 'a library field: the calls of the program come first' \
  'read of java\.util\.HashMap\.[a-z]+ by thread T2 lambda at [A-Za-z.:0-9]+ at RaceHashMap\.java:[0-9]+' \
  'at java\.util\.HashMap\.' \
  'at RaceHashMap\.' \
  'is not ordered after the write by thread T1 lambda at [A-Za-z.:0-9]+ at RaceHashMap\.java:[0-9]+' \
  'use java\.util\.concurrent\.ConcurrentHashMap instead of java\.util\.HashMap'

report RaceArrayElement
says 'an element is named by the field of its array' \
  'data race \(WW\) on RaceArrayElement\.cells\[1\]' \
  'AtomicIntegerArray'

report RaceCounter
says 'an update: an atomic operation is proposed' \
  'data race \(W[RW]\) on RaceCounter\.counter' \
  'make RaceCounter\.counter an AtomicInteger: RaceCounter\.java:[67] reads and writes it'
is 'an update: volatile is not proposed' "$(grep -c 'counter volatile' "$out")" 0
is 'an update: it is called a counter' "$(grep -c 'this looks like a counter: ' "$out")" 1

# Idioms, by the code of both accesses. The result of a counter that is used is an id, for example.
mkdir "$TEST_TMP/src" "$TEST_TMP/idioms"
idiom() { # NAME WANTED FIRST SECOND: two threads run this code on fields of a class
  cat >"$TEST_TMP/src/$1.java" <<END
public class $1 {
  static int n;
  static long[] cache = new long[1];
  static String text;
  static boolean stop;
  static int used;
  static int get() { return n; }
  static int next() { return ++n; }
  static long square() {
    long v = cache[0];
    if (v == 0) cache[0] = v = 49;
    return v;
  }
  static String text() {
    String s = text;
    if (s == null) text = s = "made";
    return s;
  }
  public static void main(String[] args) {
    new Thread(() -> { $3 }).start();
    new Thread(() -> { $4 }).start();
  }
}
END
  "$JAVAC" -d "$TEST_TMP/idioms" "$TEST_TMP/src/$1.java" || exit 5
  "$HEDDLE" check --json --property race -cp "$TEST_TMP/idioms" "$1" >"$TEST_TMP/$1.json" 2>&1
  is "idiom $1" "$(jq -r '.error | [.property, .idiom // "none"] | join(" ")' \
    "$TEST_TMP/$1.json")" "race $2"
}
idiom TwoCounts counter 'n++;' 'n += 2;'
idiom CountAndGet counter 'n++;' 'get();'
idiom UsedCount none 'next();' 'next();'
idiom CountAndTest none 'n++;' 'if (n == 1) used++;'
idiom Polled flag 'stop = true;' 'while (!stop) used++;'
idiom CopiedFlag none 'stop = used == 0;' 'if (stop) used++;'
idiom FilledField cache 'text();' 'text();'
idiom FilledElement cache 'square();' 'square();'
idiom FilledAndRead none 'text();' 'text.length();'

done_testing
