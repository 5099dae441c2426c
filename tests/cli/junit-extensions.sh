#!/usr/bin/env bash
# heddle check --junit: extensions of JUnit 5, its time limits, and waits that are typical of tests.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
path=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
"$HEDDLE" check -q --contracts -cp "$path" --junit Extended5 >"$TEST_TMP/out" 2>&1
# Two tests stay inconclusive with contracts, because they call methods that expose intermediate
# states.
is 'extensions and limits' \
  "$(sed -nE 's,^(Extended5#[A-Za-z]*)\(.*\): (no error|error|inconclusive).*,\1 \2,p' \
  "$TEST_TMP/out" | sort)" \
  'Extended5#awaits no error
Extended5#failsInExtension error
Extended5#handlesException no error
Extended5#hangs error
Extended5#inTime no error
Extended5#late error
Extended5#preempts no error
Extended5#preemptsForEver error
Extended5#resolves no error
Extended5#writes no error'
has() { if grep -qE "$2" "$TEST_TMP/out"; then ok "$1"; else not_ok "$1" "no line like $2"; fi; }
has 'a hang within a time limit of the runner' '^error: deadlock: T0 main waits '
has 'a hang within a time limit in the test' '^error: .*execution timed out after 100 ms'
has 'a time limit is exceeded on the virtual clock' \
  '^error: .*execution exceeded timeout of 1000 ms'
has 'the runner is not shown in a stack' '^        \.\.\. [0-9]+ more of the test.s runner$'

"$HEDDLE" check -q -cp "$path" --junit Polling5 >"$TEST_TMP/out" 2>&1
is 'the clock does not advance too far beside a sleep in a loop' \
  "$(sed -nE 's,^(Polling5#[A-Za-z]*)\(.*\): (no error|error|inconclusive).*,\1 \2,p' \
  "$TEST_TMP/out" | sort)" \
  'Polling5#elapsed no error
Polling5#instant no error
Polling5#local no error'
"$HEDDLE" check -q -cp "$path" --search dpor --time 3 --junit Polling5#instant >"$TEST_TMP/out" 2>&1
is 'nor in a search that runs one thread for long' \
  "$(grep -c 'InternalError' "$TEST_TMP/out")" 0
done_testing
