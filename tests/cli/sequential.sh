#!/usr/bin/env bash
# Random programs of one thread (tests/java/gen/GenSequential): `heddle run` prints what java
# prints, including every message. Some programs also run in a search, which schedules, observes and
# undoes: it finds no exceptions other than those of java.
# STRESS builds run this.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
count=${HEDDLE_PROGRAMS:-10} seed=${HEDDLE_SEED:-11}
mkdir -p "$TEST_TMP/src" "$TEST_TMP/classes"
"$JAVA" -cp "$HEDDLE_JAVA/gen" GenSequential "$seed" "$count" "$TEST_TMP/src" || exit 1
"$JAVAC" -nowarn -g:lines -d "$TEST_TMP/classes" "$TEST_TMP"/src/*.java >"$TEST_TMP/javac.log" \
  2>&1 ||
  { not_ok 'the programs compile' "$(head -n 5 "$TEST_TMP/javac.log")"; exit 1; }
differs= lines=0
for ((i = 0; i < count; i++)); do
  "$JAVA" -cp "$TEST_TMP/classes" "Seq$i" >"$TEST_TMP/java" 2>&1
  want=$?
  "$HEDDLE" run -cp "$TEST_TMP/classes" "Seq$i" >"$TEST_TMP/heddle" 2>&1
  got=$?
  lines=$((lines + $(wc -l <"$TEST_TMP/java")))
  { [ $got -eq $want ] && cmp -s "$TEST_TMP/java" "$TEST_TMP/heddle"; } ||
    differs+="Seq$i: exit status $got, java's $want: $(diff "$TEST_TMP/java" "$TEST_TMP/heddle" |
    head -n 4)"$'\n'
  [ $((i % 5)) -eq 0 ] || continue
  "$HEDDLE" check -q --property exception --max-steps 20000000 -cp "$TEST_TMP/classes" "Seq$i" \
    >"$TEST_TMP/check" 2>&1
  is "Seq$i in a search" "$? $(head -n 1 "$TEST_TMP/check")" \
    '0 no error: the search is complete'
done
is "$count programs print the same $lines lines (seed $seed)" "$differs" ''
done_testing
