#!/usr/bin/env bash
# Inputs as choices (gov.nasa.jpf.vm.Verify, SV-COMP's Verifier): without their classes on the class
# path, at marks, in run, in the debugger, and in traces.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
classes=$HEDDLE_JAVA/verdicts
alone=$TEST_TMP/alone
mkdir -p "$alone"
cp "$classes"/DataVerif*.class "$alone"

check_json "$TEST_TMP/a.json" --search dfs -cp "$alone" -o "$TEST_TMP/a.htrace" DataVerify threads
is 'Verify is supplied if the class path lacks it' \
  "$(json_value "$TEST_TMP/a.json" message | grep -o 'total 7')" 'total 7'
check_json "$TEST_TMP/b.json" --search dfs -cp "$alone" DataVerifier assume
is 'Verifier is supplied too, and assume ends a path' \
  "$(json_value "$TEST_TMP/b.json" verdict)" 'no error'

# A mark on the instruction that chooses the value: the state before the mark differs from the state
# before the choice.
mark=$(grep -n "the mark's instruction asks" tests/java/verdicts/DataVerify.java | cut -d: -f1)
echo "DataVerify.java:$mark" >"$TEST_TMP/marks.seq"
for search in dfs bmc guided random; do
  check_json "$TEST_TMP/m.json" --search $search --max-states 1000 --seq "$TEST_TMP/marks.seq" \
    -cp "$classes" DataVerify marked
  is "a marked choice, --search $search" \
    "$(json_value "$TEST_TMP/m.json" message | grep -o marked)" marked
done

check_json "$TEST_TMP/l.json" --search dfs -cp "$classes" DataVerifier intFine
is 'a sampled input is reported' \
  "$(json_value "$TEST_TMP/l.json" reason |
  grep -oE '^values: of the values of Verifier.nondetInt, only the first [0-9]+ were tried$' | tr '0-9' N |
  tr -s N)" \
  'values: of the values of Verifier.nondetInt, only the first N were tried'

# The values are in the counterexample's trace, in its text form, and in the debugger that walks
# through it.
"$HEDDLE" export --to text "$TEST_TMP/a.htrace" >"$TEST_TMP/a.txt"
is 'the trace contains the choices of values' "$(grep -c 'S[0-9]*("value")' "$TEST_TMP/a.txt")" 2
is 'the trace contains the values' \
  "$(grep input-random "$TEST_TMP/a.txt" | grep -oE '[ZI]:[0-9]+' | tr '\n' ' ')" 'Z:1 I:2 '
"$HEDDLE" replay --json "$TEST_TMP/a.htrace" -cp "$classes" >"$TEST_TMP/r.json" 2>&1
is 'replayed with other classes of the same program' "$(json_value "$TEST_TMP/r.json" verdict)" \
  error
printf 'step\nchoices\nstep 3\nquit\n' >"$TEST_TMP/script"
"$HEDDLE" debug --batch "$TEST_TMP/script" -cp "$classes" DataVerify sum >"$TEST_TMP/debug.txt" 2>&1
is 'the debugger offers the values' \
  "$(grep -cE '^ *>?[1-4] T0 main choose = [0-3] @' "$TEST_TMP/debug.txt")" 4
is 'the debugger shows the chosen value' \
  "$(grep -cE 'step 2: T0 main choose = 0' "$TEST_TMP/debug.txt")" 1

# heddle run draws a random value, the same for the same seed.
seen=$(for seed in 1 2 3 4 5 6 7 8; do "$HEDDLE" run --seed $seed -cp "$classes" DataVerify one \
  >/dev/null 2>&1 && echo ok; done | sort -u)
is 'heddle run draws the same value for the same seed' "$seen" ok
done_testing
