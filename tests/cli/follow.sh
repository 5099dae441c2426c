#!/usr/bin/env bash
# The debugger walks through a counterexample, forwards and backwards, given only the file: the
# program, arguments, class path, properties and marks come from it.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

walk() { # NAME ERROR ARGS...: ERROR is what the debugger prints at the end
  local name=$1 want=$2 trace=$TEST_TMP/$1.htrace out=$TEST_TMP/$1.out steps
  shift 2
  check_json "$TEST_TMP/$name.json" -o "$trace" "$@"
  steps=$(json_value "$TEST_TMP/$name.json" steps)
  printf 'follow %s\nback %s\nfollow 2\nback\nfollow 1000\nfollow to 0\nfollow 1000\n' "$steps" \
    "$steps" >"$TEST_TMP/$name.txt"
  "$HEDDLE" debug --trace "$trace" --batch "$TEST_TMP/$name.txt" >"$out" 2>&1
  is "$name: exit status" $? 0
  is "$name: the error is reached three times" "$(grep -c "ERROR $want" "$out")" 3
  is "$name: each time after the same number of steps" "$(grep -c "^  step $steps:" "$out")" 3
  is "$name: the end of the trace is reported" "$(grep -c 'trace: the end' "$out")" 3
}
s=$HEDDLE_SAMPLES
walk exception exception --property exception -cp "$s/TwoStage" TwoStage 2 1
walk race race -cp "$s/Reorder" Reorder 2 1
walk deadlock deadlock -cp "$s/Philosophers" Philosophers 3
walk marks exception --search guided --seq sample-traces/TwoStage/TwoStage.seq \
  --property exception -cp "$s/TwoStage" TwoStage 7 1

# A different version of the program is noticed: the first step that differs is named.
mkdir -p "$TEST_TMP/changed"
sed 's/synchronized (d2)/synchronized (this)/' sample-traces/TwoStage/TwoStage.java \
  >"$TEST_TMP/TwoStage.java"
"$JAVAC" -g -d "$TEST_TMP/changed" "$TEST_TMP/TwoStage.java"
echo 'follow 1000' >"$TEST_TMP/changed.txt"
"$HEDDLE" debug -cp "$TEST_TMP/changed" --trace "$TEST_TMP/exception.htrace" \
  --batch "$TEST_TMP/changed.txt" >"$TEST_TMP/changed.out" 2>&1
is 'another version: exit status' $? 3
is 'another version: the first step that differs is named' \
  "$(grep -c 'cannot be followed at its step [0-9]*: thread T' "$TEST_TMP/changed.out")" 1
done_testing
