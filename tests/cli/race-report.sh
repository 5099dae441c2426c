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

done_testing
