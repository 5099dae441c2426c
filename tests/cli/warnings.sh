#!/usr/bin/env bash
# heddle check --warnings reads the warnings of static analysers in SARIF, some of which are errors
# of the program. Tests ten warnings in the form of SpotBugs and Infer, four of them true, on
# threads of an executor and of lambdas; the written document; bad input; and a stop before the end.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/sarif.sh
slow=${HEDDLE_SLOW:-1}
classes=$HEDDLE_JAVA/warnings
out=$TEST_TMP/out err=$TEST_TMP/err

check() { # FILE OPTIONS...
  local file=$1
  shift
  "$HEDDLE" check -q --warnings "$file" "$@" -cp "$classes" Kiosk >"$out" 2>"$err"
}

# ---- ten warnings, one search at a time ----

SECONDS=0
check tests/java/warnings/ten.sarif --jobs 1 --time $((40 * slow)) -o "$TEST_TMP/ten.sarif" \
  --source-path tests/java/warnings
is 'ten warnings: exit status' $? 1
[ "$SECONDS" -lt $((60 * slow)) ] && ok 'in under a minute' || not_ok 'in under a minute' "$SECONDS"
is 'the verdicts' "$(grep -E '^[0-9]+\. ' "$out")" \
  '1. IS2_INCONSISTENT_SYNC at Kiosk.java:127: confirmed
2. VO_VOLATILE_INCREMENT at Kiosk.java:128: confirmed
3. DC_DOUBLECHECK at Kiosk.java:83: not found
4. IS2_INCONSISTENT_SYNC at Kiosk.java:159: not found
5. NN_NAKED_NOTIFY at Kiosk.java:108: not found
6. NP_NULL_ON_SOME_PATH_FROM_RETURN_VALUE at Kiosk.java:94: not found
7. DEADLOCK at Kiosk.java:21: confirmed
8. DEADLOCK at Kiosk.java:49: not found
9. NULLPTR_DEREFERENCE at Kiosk.java:77: confirmed
10. THREAD_SAFETY_VIOLATION at Kiosk.java:114: not reached'
is 'the totals are printed' \
  "$(grep -cE '^10 warnings: 4 confirmed, 5 not found, 1 not reached; ' "$out")" 1
is 'errors that concern no warning are ignored' \
  "$(grep -cE '[0-9]+ errors? that did not concern it' "$out" | awk '{ print ($1 >= 3) }')" 1
# The condition's definition comes first, before the inner lock.
is 'the sequence of the deadlock' "$(grep -c \
  '^  along Kiosk.java:42, Kiosk.java:21, Kiosk.java:32, Kiosk.java:24, Kiosk.java:34$' "$out")" 1
is 'the verdicts are written, and the rest is unchanged' \
  "$("$JAVA" -cp "$HEDDLE_JAVA/reports" CheckWarnings tests/java/warnings/ten.sarif \
  "$TEST_TMP/ten.sarif" | sed 's/of [2-9] threads/of its threads/')" \
  'IS2_INCONSISTENT_SYNC: confirmed, schedule of its threads
VO_VOLATILE_INCREMENT: confirmed, schedule of its threads
DC_DOUBLECHECK: not found, external underReview
IS2_INCONSISTENT_SYNC: not found, external underReview
NN_NAKED_NOTIFY: not found, external underReview
NP_NULL_ON_SOME_PATH_FROM_RETURN_VALUE: not found, external underReview
DEADLOCK: confirmed, schedule of its threads
DEADLOCK: not found, external underReview
NULLPTR_DEREFERENCE: confirmed, schedule of its threads
THREAD_SAFETY_VIOLATION: not reached, external underReview'
is 'the counterexamples' "$(cd "$TEST_TMP" && echo ten-*)" \
  'ten-1.htrace ten-2.htrace ten-7.htrace ten-9.htrace'
"$HEDDLE" replay "$TEST_TMP/ten-7.htrace" >"$out" 2>&1
is 'a counterexample of a warning replays' \
  "$? $(grep -c '^error: deadlock' "$out" | head -n 1)" '1 1'

# ---- the official schema ----

sarif_valid 'the read and the written file are valid by the schema' \
  "$HEDDLE_ROOT/tests/java/warnings/"{spotbugs,infer,ten}.sarif "$TEST_TMP/ten.sarif"

# ---- again, on the written file ----

check "$TEST_TMP/ten.sarif" --json --time $((12 * slow)) -o "$TEST_TMP/again.sarif"
is 'again: exit status' $? 1
is 'again: JSON' "$(json_value "$out" file) $(grep -c '"verdict": "confirmed"' "$out" |
  awk '{ print ($1 >= 2) }')" "$TEST_TMP/ten.sarif 1"
"$JAVA" -cp "$HEDDLE_JAVA/reports" CheckWarnings tests/java/warnings/ten.sarif \
  "$TEST_TMP/again.sarif" >"$out"
is 'again: nothing is duplicated' \
  "$(grep -cE 'underReview, |threads, schedule' "$out") $(wc -l <"$out")" \
  '0 10'

# ---- only its own error confirms a warning ----

one() { # LINE RULE: writes a file with one warning
  cat >"$TEST_TMP/one.sarif" <<END
{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "a tool"}}, "results": [
  {"ruleId": "$2", "message": {"text": "look here"}, "locations": [{"physicalLocation":
    {"artifactLocation": {"uri": "file:///src/${3:-Kiosk.java}"},
     "region": {"startLine": $1}}}]}]}]}
END
}
verdict_of() { # LINE RULE [FILE]: prints the verdict on such a warning
  one "$@"
  check "$TEST_TMP/one.sarif" --time $((4 * slow))
  grep -E '^1\. ' "$out" | sed 's/.*: //'
}
is 'a race on the line confirms it' "$(verdict_of 133 anything)" confirmed
is 'a race does not confirm a deadlock' "$(verdict_of 133 DEADLOCK)" 'not found'
is 'an exception does not confirm a deadlock' "$(verdict_of 77 DEADLOCK)" 'not found'
is 'a line without an error' "$(verdict_of 94 anything)" 'not found'
is 'a method that is never called' "$(verdict_of 114 anything)" 'not reached'
is 'a line before its code' "$(verdict_of 132 IS2_INCONSISTENT_SYNC)" confirmed
is 'another file' "$(verdict_of 3 anything Other.java)" 'not of the program'

# ---- warnings from an analysis of a recorded run ----

"$HEDDLE" record -q -cp "$classes" -o "$TEST_TMP/run.htrace" Kiosk >"$out" 2>&1
"$HEDDLE" analyze --analysis eraser "$TEST_TMP/run.htrace" >"$out" 2>&1
"$HEDDLE" export "$TEST_TMP/run.htrace" --to sarif -o "$TEST_TMP/run.sarif"
check "$TEST_TMP/run.sarif" --time $((8 * slow))
is 'a label of eraser: the race is found' \
  "$(grep -oE '^1\. .*|^  error: data race .* on [^:]*' "$out")" \
  '1. label-eraser at Kiosk.java:127: confirmed
  error: data race (WW) on Kiosk.visits'

# ---- bad input ----

refused() { # NAME MESSAGE FILE OPTIONS...
  local name=$1 message=$2 want=${want:-3}
  shift 2
  check "$@"
  local status=$?
  if [ $status -eq "$want" ] && grep -qF -- "$message" "$err"; then
    ok "$name"
  else
    not_ok "$name" "exit status $status" "$(head -n 3 "$err")"
  fi
}
bad=$TEST_TMP/bad.sarif
refused 'a missing file' 'nothing.sarif' "$TEST_TMP/nothing.sarif"
echo '{"runs": [' >"$bad"
refused 'a file that is not JSON' 'is not JSON: line 2' "$bad"
echo '[1, 2]' >"$bad"
refused 'a file that is not SARIF' 'is not SARIF: it has no runs' "$bad"
echo '{"version": "1.0.0", "runs": []}' >"$bad"
refused 'another version' 'SARIF of the version 1.0.0; 2.1.0 is read' "$bad"
echo '{"version": "2.1.0", "runs": [{"results": []}]}' >"$bad"
refused 'no results' 'has no results' "$bad"
echo '{"version": "2.1.0", "runs": [{"results": [{"kind": "pass"}]}]}' >"$bad"
refused 'no warnings' 'its 1 results passed or are suppressed' "$bad"
one 900 anything
refused 'a line after the end of the file' \
  'one.sarif: result 1 (anything): /src/Kiosk.java has no line 900: its code ends at line 161' \
  "$TEST_TMP/one.sarif"
want=2
refused 'not with --junit' '--junit cannot be combined with --warnings' \
  tests/java/warnings/ten.sarif --junit X
refused 'not with dfs' '--warnings works only with the searches guided and greedy-best-first' \
  tests/java/warnings/ten.sarif --search dfs

# ---- stopped before the end ----

env --default-signal=INT "$HEDDLE" check --warnings tests/java/warnings/ten.sarif --jobs 1 \
  --time 300 -o "$TEST_TMP/part.sarif" \
  -cp "$classes" Kiosk >"$out" 2>"$err" &
pid=$!
sleep $((6 * slow))
kill -INT $pid
wait $pid
is 'stopped: confirmed warnings are kept' "$? $(grep -c '^1\. .*: confirmed$' "$out")" '1 1'
is 'stopped: this is reported' "$(grep -c '^interrupted: what was found until then$' "$out")" 1
is 'stopped: the file is written' "$("$JAVA" -cp "$HEDDLE_JAVA/reports" CheckWarnings \
  tests/java/warnings/ten.sarif "$TEST_TMP/part.sarif" | wc -l)" 10
is 'no files are left' \
  "$(find "$TEST_TMP" -maxdepth 1 -name '*.new' -o -maxdepth 1 -name '*.part')" ''
done_testing
