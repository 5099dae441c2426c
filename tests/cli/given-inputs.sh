#!/usr/bin/env bash
# Standard input and system properties: where they come from, and that a counterexample contains
# them.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

message() { sed -n 's/^error: //p' "$tmp/out"; }
# Every byte, and a file longer than one part of the trace.
for i in $(seq 0 255); do printf "\\x$(printf %x "$i")"; done >"$tmp/bytes"
seq 1000 >>"$tmp/bytes"
sum=$(od -An -v -tu1 "$tmp/bytes" | tr -s ' ' '\n' | awk '{ s += $1 } END { print s }')
"$HEDDLE" check -q -Dwanted="$sum" '-Dtext=a = b %41' --stdin "$tmp/bytes" --property exception \
  -o "$tmp/e.htrace" -cp "$cp" GivenInputs >"$tmp/out" 2>&1
is 'check: exit status' $? 1
want="uncaught java.lang.IllegalStateException in thread T0 main: sum $sum, a = b %41"
is 'check: the input leads to the error' "$(message)" "$want"
mv "$tmp/bytes" "$tmp/gone"
"$HEDDLE" replay "$tmp/e.htrace" >"$tmp/out" 2>&1 </dev/null
is 'replay without the inputs: exit status' $? 1
is 'replay without the inputs: the same error' "$(message)" "$want"
"$HEDDLE" replay -o "$tmp/again.htrace" "$tmp/e.htrace" >/dev/null 2>&1 </dev/null
if cmp -s "$tmp/e.htrace" "$tmp/again.htrace"; then
  ok 'replay -o writes the same trace'
else
  not_ok 'replay -o writes the same trace'
fi
"$HEDDLE" export --to text "$tmp/e.htrace" -o "$tmp/e.txt" &&
  "$HEDDLE" export --to htrace "$tmp/e.txt" -o "$tmp/back.htrace"
"$HEDDLE" export --to text "$tmp/back.htrace" -o "$tmp/back.txt"
if cmp -s "$tmp/e.txt" "$tmp/back.txt"; then
  ok 'the text form produces the same trace'
else
  not_ok 'the text form produces the same trace'
fi
printf '%s\n' 'follow 1000000' 'quit' >"$tmp/script"
"$HEDDLE" debug --trace "$tmp/e.htrace" --batch "$tmp/script" >"$tmp/out" 2>&1
is 'the debugger follows the trace' \
  "$(grep -c "sum $sum, a = b %41" "$tmp/out" | sed 's/^[1-9][0-9]*$/yes/')" yes

printf 'abc' >"$tmp/abc"
"$HEDDLE" check -q --property exception -Dwanted=294 -cp "$cp" GivenInputs <"$tmp/abc" >"$tmp/out" \
  2>&1
is "check: heddle's standard input is not the program's" $? 0
printf 'abc' | "$HEDDLE" check -q --property exception -Dwanted=294 --stdin - -o "$tmp/own.htrace" \
  -cp "$cp" GivenInputs >"$tmp/out" 2>&1
is 'check: with --stdin - it is' "$? $(message)" \
  '1 uncaught java.lang.IllegalStateException in thread T0 main: sum 294, null'
"$HEDDLE" replay "$tmp/own.htrace" >"$tmp/out" 2>&1 </dev/null
is 'the counterexample contains the input' "$? $(message)" \
  '1 uncaught java.lang.IllegalStateException in thread T0 main: sum 294, null'
"$HEDDLE" check -q --property exception -Dwanted=294 --stdin <(printf 'abc') -cp "$cp" GivenInputs \
  >"$tmp/out" 2>&1
is 'check: a pipe is read' "$? $(message)" \
  '1 uncaught java.lang.IllegalStateException in thread T0 main: sum 294, null'
is "run: heddle's own" "$(printf 'abc' | "$HEDDLE" run -cp "$cp" GivenInputs)" \
  '3 bytes, sum 294, null'
is 'run: a file is read' "$("$HEDDLE" run --stdin "$tmp/abc" -cp "$cp" GivenInputs </dev/null)" \
  '3 bytes, sum 294, null'
is 'run: by name' "$(printf 'ab' | "$HEDDLE" run --stdin - -cp "$cp" GivenInputs)" \
  '2 bytes, sum 195, null'
done_testing
