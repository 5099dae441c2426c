#!/usr/bin/env bash
# Runs the test programs under the recorder, with every kind of event and the verifier on for all
# classes: output and exit status are the same as without the recorder, and the trace is complete.
#   tests/cli/record-programs.sh [STEP]   every STEP-th program, by HEDDLE_SAMPLE; 1: all
# A program with a line "// not recorded: WHY" is left out.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
agent=$HEDDLE_BUILD/libheddle-recorder.so
[ -e "$agent" ] || { echo 'no recorder'; exit 77; }

# same NAME CLASSPATH MAIN INPUT
same() {
  local got want
  timeout 60 "$JAVA" -ea -cp "$2" "$3" <"$4" >"$tmp/want.out" 2>"$tmp/want.err"
  want=$?
  timeout 120 "$JAVA" -ea -Xverify:all -agentpath:"$agent=file=$tmp/trace.live,events=all" \
    -cp "$2" "$3" \
    <"$4" >"$tmp/got.out" 2>"$tmp/got.err"
  got=$?
  sed -i '/VM warning: Options -Xverify/d' "$tmp/got.err"
  # identity hashes
  sed -i -E 's/(unnamed module @)(0x)?[0-9a-f]+/\1N/g' "$tmp/want.err" "$tmp/got.err"
  [ -z "$differs" ] || sed -i -E "s|$differs|(differs)|" "$tmp"/{want,got}.{out,err}
  if [ $got -ne $want ]; then
    not_ok "$1" "exit status $got, want $want"
  elif ! cmp -s "$tmp/want.out" "$tmp/got.out"; then
    not_ok "$1" "$(diff "$tmp/want.out" "$tmp/got.out" | head -n 5)"
  elif ! cmp -s "$tmp/want.err" "$tmp/got.err"; then
    not_ok "$1" "$(diff "$tmp/want.err" "$tmp/got.err" | head -n 5)"
  elif ! "$HEDDLE" export --to text "$tmp/trace.live" >"$tmp/trace.txt" 2>"$tmp/trace.err"; then
    not_ok "$1" "$(cat "$tmp/trace.err")"
  elif grep -q '^meta "damaged"\|not-instrumented' "$tmp/trace.txt"; then
    not_ok "$1" "$(grep -m 3 '^meta "damaged"\|not-instrumented' "$tmp/trace.txt")"
  elif ! grep -q ' method-enter ' "$tmp/trace.txt"; then
    not_ok "$1" 'no event of the program'
  else
    ok "$1"
  fi
}

number=0 differs= step=${1:-16}
for source in tests/java/programs/*.java; do
  ((number++ % step != HEDDLE_SAMPLE % step)) && continue
  grep -q '^// not recorded: ' "$source" && continue
  name=$(basename "$source" .java)
  differs=$(sed -n 's|^// differs: *||p' "$source" | head -n 1)
  input=/dev/null
  [ -e "${source%.java}.in" ] && input=${source%.java}.in
  same "$name" "$HEDDLE_JAVA/programs" "$name" "$input"
done
differs=
same Constructors "$HEDDLE_JAVA/record" Constructors /dev/null
same Events "$HEDDLE_JAVA/record" Events /dev/null
done_testing
