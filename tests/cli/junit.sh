#!/usr/bin/env bash
# heddle check --junit: JUnit 4 and 5 and TestNG, with a separate search for each test.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
path=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
out=$TEST_TMP/out

verdicts() { # OPTIONS...: the summary lines, without figures
  "$HEDDLE" check -q -cp "$path" "$@" >"$out" 2>"$out.err"
  status=$?
  sed -nE 's,^(Counting[45N].*): (no error|error|inconclusive|skipped).*,\1 \2,p' "$out" | sort
}

want4='Counting4#assumes no error
Counting4#counts no error
Counting4#deadlocks error
Counting4#expects no error
Counting4#failsAside error
Counting4#ignored skipped
Counting4#leavesAPool no error
Counting4#leavesMain error
Counting4#limited no error
Counting4#loses error
Counting4#races error'
is 'JUnit 4' "$(verdicts --junit Counting4)" "$want4"
is 'JUnit 4: the totals' "$(tail -n 1 "$out")" \
  '11 tests: 5 with an error, 5 without, 0 inconclusive, 1 skipped'
"$HEDDLE" check -q -cp "$path" --junit 'Counting4#counts' >"$out" 2>&1
is 'a test without an error: exit status' $? 0
"$HEDDLE" check -q -cp "$path" --junit 'Counting4#loses' -o "$TEST_TMP/loses.htrace" >"$out" 2>&1
is 'a test with an error: exit status' $? 1
is 'the place of the failure is printed' \
  "$(grep -c "at Counting4.java:$(
  grep -n 'public void loses() throws' tests/java/junit/Counting4.java | head -n 1 |
    cut -d: -f1 | awk '{ print $1 + 2 }')" "$out")" 1
is 'the runner is not shown' "$(grep -c 'of the test.s runner' "$out")" 1
"$HEDDLE" replay --json "$TEST_TMP/loses.htrace" -cp "$path" >"$out" 2>&1
is 'its counterexample replays' "$(json_value "$out" verdict)" error
is 'each parameter is a test' "$(verdicts --junit 'Counting4$Sized')" \
  'Counting4$Sized#loses[1 threads] no error
Counting4$Sized#loses[2 threads] error'
is 'an ignored class is skipped' "$(verdicts --junit 'Counting4$Whole')" 'Counting4$Whole skipped'

want5='Counting5$Inner#seesOuter() no error
Counting5#counts() no error
Counting5#disabled() skipped
Counting5#expects() no error
Counting5#failsAside() error
Counting5#limited() no error
Counting5#loses() error
Counting5#made()[1] holds no error
Counting5#made()[2][1] fails error
Counting5#repeated()[1] repetition 1 of 2 no error
Counting5#repeated()[2] repetition 2 of 2 no error
Counting5#sized(int)[1] 1 no error
Counting5#sized(int)[2] 2 error
Counting5#unmade(int) error'
is 'JUnit 5' "$(verdicts --junit Counting5 | sort)" "$(sort <<<"$want5")"
is 'JUnit 5: one invocation' "$(verdicts --junit 'Counting5#sized(int)[1]')" \
  'Counting5#sized(int)[1] 1 no error'

wantn='CountingN#counts no error
CountingN#depends no error
CountingN#dependsOnGroup no error
CountingN#expects no error
CountingN#failsAside error
CountingN#limited no error
CountingN#loses error
CountingN#remembers no error
CountingN#repeated no error
CountingN#sized[1] 1, one no error
CountingN#sized[2] 2, two error
CountingN#skips skipped'
is 'TestNG' "$(verdicts --junit CountingN)" "$wantn"
is 'TestNG: one row of a data provider' "$(verdicts --junit 'CountingN#sized[2]')" \
  'CountingN#sized[2] 2, two error'
"$HEDDLE" check -q -cp "$path" --junit CountingN#loses -o "$TEST_TMP/n.htrace" >"$out" 2>&1
is 'TestNG: its counterexample is kept' "$(grep -c "^  trace: $TEST_TMP/n.htrace\$" "$out")" 1
"$HEDDLE" replay --json "$TEST_TMP/n.htrace" -cp "$path" >"$out" 2>&1
is 'TestNG: its counterexample replays' "$(json_value "$out" verdict)" error

verdicts --junit PooledN --max-states 1500 >/dev/null
is 'TestNG: no race within its own pools is reported' \
  "$(sed -nE 's,^(PooledN.*): (no error|error|inconclusive).*,\1 \2,p; s,^error: (data race|uncaught [a-zA-Z.]*).*,\1,p' "$out")" \
  'PooledN#counts inconclusive
PooledN#fails error
uncaught java.lang.IllegalStateException'

"$HEDDLE" explain -q -cp "$path" --junit Counting5#counts --max-states 12 >"$out" 2>&1
is 'explain: exit status' $? 4
is 'explain: the test is named' \
  "$(head -n 1 "$out")" 'Counting5#counts(): inconclusive: max-states 12'
is 'explain: the reached lines are counted' "$(grep -c '^   Counting5 (Counting5.java): ' "$out")" 1
"$HEDDLE" check -q --json -cp "$path" --junit Counting5#failsAside >"$out" 2>"$out.err"
is 'JUnit 5, one method, JSON: exit status' $? 1
is 'JSON: the totals' "$(tr -d ' \n' <"$out" | grep -oE '"count":\{[^}]*\}')" \
  '"count":{"tests":1,"error":1,"noerror":0,"inconclusive":0,"skipped":0,"failed":0}'
is 'JSON: the test is named' \
  "$(grep -oE '"test": "[^"]*"' "$out")" '"test": "Counting5#failsAside()"'
is 'JSON: the failing thread is named' "$(grep -oE '"thread": "[^"]*"' "$out" | head -n 1)" \
  '"thread": "T1 lambda at Counting5.java:50"'
"$HEDDLE" check -q -cp "$path" --junit Counting5#loses --depth 3 >"$out" 2>&1
is 'a search that reaches a bound is inconclusive' $? 4

"$HEDDLE" check -cp "$path" --junit Nowhere >"$out" 2>&1
is 'an unknown class is refused' $? 3
"$HEDDLE" check -cp "$path" --junit 'Counting4#nothing' >"$out" 2>&1
is 'an unknown test is refused' $? 3
"$HEDDLE" check -cp "$HEDDLE_JAVA/junit" --junit Counting4 >"$out" 2>&1
is 'a missing JUnit is reported' "$?: $(grep -c 'none of junit' "$out")" '3: 1'
"$HEDDLE" check -cp "$path" --junit Counting4 Counting5 >"$out" 2>&1
is 'a main class with --junit is refused' $? 2
done_testing
