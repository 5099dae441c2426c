#!/usr/bin/env bash
# Inputs of recorded runs: replay uses them again, but still compares values; inputs that were not
# recorded are reported; counterexamples keep the inputs.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
cp=$HEDDLE_JAVA/record

tests/tools/record-inputs.sh 1 >"$tmp/each" 2>&1
is 'a run of each program is followed to its end' \
  "$(grep -c '^ok' "$tmp/each") $(grep '^not ok' "$tmp/each")" '10 '

"$HEDDLE" record -q -o "$tmp/good.htrace" -cp "$cp" Constant >"$tmp/out" 2>&1
is 'the JVM prints no warning' "$(cat "$tmp/out")" 7
"$HEDDLE" export "$tmp/good.htrace" -o "$tmp/good.txt"
is 'the trace has the readings of the clock' "$(grep -c 'input-clock' "$tmp/good.txt")" 4

# altered NAME AWK: changes the trace with an awk program and replays it into NAME.json
altered() {
  awk '/^# event/ { e = 1 } '"$2" "$tmp/good.txt" >"$tmp/$1.txt"
  if cmp -s "$tmp/good.txt" "$tmp/$1.txt"; then not_ok "$1: altered"; return; fi
  "$HEDDLE" export --to htrace -o "$tmp/$1.htrace" "$tmp/$1.txt"
  "$HEDDLE" replay --json --property exception -cp "$cp" "$tmp/$1.htrace" >"$tmp/$1.json" \
    2>"$tmp/$1.err"
  status=$?
}
altered same 'e && !n && /join/ { n = sub(/ timed/, "") } { print } END { print "# end" }'
is 'the unchanged trace is followed' "$(json_value "$tmp/same.json" replayed)" true
is 'no input is missing from it' "$(json_value "$tmp/same.json" inputs_beyond)" 0
altered constant 'e && /write/ { sub(/I:7/, "I:8") } { print }'
is 'a value that the program does not write is refused' \
  "$status $(json_value "$tmp/constant.json" replayed)" '3 false'
last=$(grep -n 'input-clock' "$tmp/good.txt" | tail -1 | cut -d: -f1)
altered fewer 'NR == '"$last"' { sub(/input-clock/, "block") } { print }'
is 'a trace without one reading is followed' "$(json_value "$tmp/fewer.json" replayed)" true
is 'the missing input is counted' "$(json_value "$tmp/fewer.json" inputs_beyond)" 1
"$HEDDLE" replay --property exception -cp "$cp" "$tmp/fewer.htrace" >"$tmp/out" 2>&1
is 'the verdict mentions the missing input' \
  "$(grep -c '1 was not recorded, so heddle chose' "$tmp/out")" 1

# The debugger also follows such a run.
"$HEDDLE" record -q -o "$tmp/clock.htrace" -cp "$cp" InClock >/dev/null 2>&1
printf '%s\n' 'follow 1000000' quit >"$tmp/script"
"$HEDDLE" debug --trace "$tmp/clock.htrace" --batch "$tmp/script" -cp "$cp" >"$tmp/out" 2>&1
is 'the debugger reaches the end of the trace' "$(grep -c 'trace: the end' "$tmp/out")" 1

# The thread that drew second may be recorded first, because other threads can run between the draw
# and its record.
"$HEDDLE" record -q -o "$tmp/two.htrace" -cp "$cp" TwoDraws >/dev/null 2>&1
"$HEDDLE" export "$tmp/two.htrace" | awk -f tests/tools/second-draw-first.awk >"$tmp/second.txt"
"$HEDDLE" export --from text --to htrace -o "$tmp/second.htrace" "$tmp/second.txt"
for run in two second; do
  "$HEDDLE" replay --json --back 0 --depth 1 -cp "$cp" "$tmp/$run.htrace" >"$tmp/$run.json" 2>&1
  is "numbers of one generator: $run" "$(json_value "$tmp/$run.json" replayed)" true
done

# A race near a recorded run: its schedule needs the inputs that the branches depend on.
"$HEDDLE" record -q -o "$tmp/r.htrace" -cp "$cp" InRandom >/dev/null 2>&1
"$HEDDLE" replay --property race -o "$tmp/found.htrace" -cp "$cp" "$tmp/r.htrace" >"$tmp/out" 2>&1
if grep -q '^error: data race' "$tmp/out"; then
  "$HEDDLE" export "$tmp/found.htrace" >"$tmp/found.txt"
  is 'the counterexample contains the seeds' \
    "$(grep -c '^meta "input" "0[.0-9]* Random ' "$tmp/found.txt")" 3
  "$HEDDLE" replay "$tmp/found.htrace" >"$tmp/again" 2>&1
  is 'the counterexample replays with them' "$? $(grep -c '^error: data race' "$tmp/again")" '1 1'
else
  skip 'a race of a run in which two threads drew odd numbers' 'not in this run'
fi
done_testing
