#!/usr/bin/env bash
# heddle check --junit-xml and --sarif: independent parsers accept the reports, which contain the
# verdicts of the search.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
path=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
out=$TEST_TMP/out xml=$TEST_TMP/r.xml sarif=$TEST_TMP/r.sarif

parsed() { # xml FILE SCHEMA | sarif FILE
  "$JAVA" -cp "$HEDDLE_JAVA/reports" CheckReport "$@"
}
line_of() { # TEXT: prints its line number in Counting4.java
  grep -n -- "$1" tests/java/junit/Counting4.java | head -n 1 | cut -d: -f1
}

"$HEDDLE" check -q -cp "$path" \
  --junit 'Counting4#loses,Counting4#ignored,Counting4#deadlocks,Counting4#races,Counting5#expects' \
  --junit-xml "$xml" --sarif "$sarif" --source-path tests/java/junit >"$out" 2>&1
is 'exit status' $? 1
is 'XML: valid, with the verdicts' "$(parsed xml "$xml" tests/tools/reports/junit.xsd)" \
  'Counting4#loses: failure java.lang.AssertionError
Counting4#ignored: skipped
Counting4#deadlocks: failure deadlock
Counting4#races: failure race
Counting5#expects(): passed'
is 'XML: the scope is included' \
  "$(grep -c '<system-out>heddle: no error, .*scope: properties deadlock exception race' "$xml")" 1
at=$(line_of 'assertEquals(2, atomic.get());')
race=$(line_of 'both(() -> plain++')
lock=$(line_of 'both(() -> { synchronized')
is 'SARIF: valid, with places and steps' "$(parsed sarif "$sarif")" \
  "Counting4#loses: exception fail tests/java/junit/Counting4.java:$at with steps
Counting4#deadlocks: deadlock fail tests/java/junit/Counting4.java:$lock with steps
Counting4#races: race fail tests/java/junit/Counting4.java:$race with steps
Counting5#expects(): verdict pass"
is 'SARIF: the steps of the lost update are included' \
  "$(tr -d '\n' <"$sarif" |
  grep -oE 'reads java.util.concurrent.atomic.AtomicInteger#[0-9]+.value = 0' | sort | uniq -c |
  awk '{ print $1 }' | sort -nr | head -n 1)" 2
is 'no file is left' "$(find "$TEST_TMP" -name '*.new' -o -name '*.part' | wc -l)" 0

"$HEDDLE" check -q -cp "$path" --junit 'Counting4#counts' --depth 2 --junit-xml "$xml" \
  --sarif "$sarif" >"$out" 2>&1
is 'inconclusive: exit status' $? 4
is 'XML: inconclusive is neither passed nor failed' \
  "$(parsed xml "$xml" tests/tools/reports/junit.xsd)" \
  'Counting4#counts: skipped inconclusive: depth 2'
is 'SARIF: inconclusive is open' "$(parsed sarif "$sarif")" 'Counting4#counts: verdict open'

# Reports of a program with a main class.
"$HEDDLE" check -q -cp "$HEDDLE_SAMPLES/Publish" --junit-xml "$xml" --sarif "$sarif" Publish \
  >"$out" 2>&1
is 'a main class: exit status' $? 1
is 'a main class: the text is that without reports' \
  "$(grep -v 'seconds\|[0-9] MB$\|^  keep' "$out")" \
  "$("$HEDDLE" check -q -cp "$HEDDLE_SAMPLES/Publish" Publish |
  grep -v 'seconds\|[0-9] MB$\|^  keep')"
is 'a main class: XML' "$(parsed xml "$xml" tests/tools/reports/junit.xsd)" \
  'Publish#Publish: failure race'
is 'a main class: SARIF' "$(parsed sarif "$sarif" | sed 's/Publish.java:[0-9]*/Publish.java:N/')" \
  'Publish: race fail Publish.java:N with steps'

# If heddle is stopped, its text is the same as without reports, and the reports are written.
"$HEDDLE" check -q -cp "$HEDDLE_SAMPLES/DisBarrier" --junit-xml "$xml" --checkpoint "$TEST_TMP/c" \
  --property deadlock,exception DisBarrier 6 3 >"$out" 2>&1 &
pid=$!
sleep 3
kill -TERM $pid
wait $pid
is 'a main class, stopped: exit status' $? 143
is 'a main class, stopped: the reason is printed' \
  "$(grep -c '^inconclusive: interrupted$' "$out")" 1
is 'a main class, stopped: its checkpoint is written' \
  "$(grep -c "^  go on from here: --resume $TEST_TMP/c " "$out")" 1
is 'a main class, stopped: XML' "$(parsed xml "$xml" tests/tools/reports/junit.xsd)" \
  'DisBarrier#DisBarrier: skipped inconclusive: interrupted'

"$HEDDLE" check -q -cp "$path" --junit Counting4 --sarif "$TEST_TMP" >"$out" 2>&1
is 'a folder as the report file is refused' $? 3
"$HEDDLE" check -q -cp "$HEDDLE_SAMPLES/Publish" --jobs 2 Publish >"$out" 2>&1
is '--jobs without --junit is refused' \
  "$? $(grep -c -- '--jobs works only with --junit' "$out")" '2 1'
done_testing
