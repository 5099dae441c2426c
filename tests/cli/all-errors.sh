#!/usr/bin/env bash
# --all-errors: every strategy continues after the first error, keeps the counterexample of each
# error, and claims nothing about races.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

goes_on() { # NAME ARGS...: an error is reported and certified, and more than one was found
  local name=$1 out=$TEST_TMP/out.json status
  shift
  check_json "$out" --all-errors -o "$TEST_TMP/error.htrace" "$@"
  status=$?
  is "$name: exit status" $status 1
  is "$name: the error is executed again" "$(json_value "$out" certified)" true
  if [ "$(json_value "$out" errors)" -gt 1 ]; then
    ok "$name: more than one error is found"
  else
    not_ok "$name: more than one error is found" "$(head -n 3 "$out.err")"
  fi
  if grep -q 'free of data races' "$out"; then
    not_ok "$name: the scope claims nothing about races" "$(json_value "$out" scope)"
  else
    ok "$name: the scope claims nothing about races"
  fi
  "$HEDDLE" replay "$TEST_TMP/error.htrace" >/dev/null
  is "$name: the counterexample replays" $? 1
}
s=$HEDDLE_SAMPLES
goes_on dfs -cp "$s/Reorder" Reorder 2 1
goes_on bmc --search bmc --depth 9 -cp "$s/TwoStage" TwoStage 2 1
goes_on guided --search guided --seq sample-traces/TwoStage/TwoStage.seq -cp "$s/TwoStage" \
  TwoStage 2 1
goes_on random --search random --max-states 20000 -cp "$s/Philosophers" Philosophers 3

# ---- every distinct error is reported, each with its own counterexample ----
"$HEDDLE" check --json --all-errors -o "$TEST_TMP/each.htrace" -cp "$s/Reorder" Reorder 2 1 \
  >"$TEST_TMP/each.json"
traces=$(sed -n 's/^ *"trace": "\(.*\)".*/\1/p' "$TEST_TMP/each.json" | sort -u)
is 'distinct errors: each has a file' "$(ls "$TEST_TMP"/each*.htrace | sort)" "$traces"
if [ "$(wc -l <<<"$traces")" -ge 3 ]; then
  ok 'distinct errors: more than one is found'
else
  not_ok 'distinct errors: more than one is found' "$traces"
fi
is 'distinct errors: all differ' \
  "$(grep -o '"message": "[^:]*' "$TEST_TMP/each.json" | sed 1d | sort | uniq -d)" ''
while read -r t; do
  "$HEDDLE" replay "$t" >"$TEST_TMP/replayed"
  is "${t##*/} replays" $? 1
done <<<"$traces"
"$HEDDLE" check --all-errors -cp "$s/Reorder" Reorder 2 1 >"$TEST_TMP/each.txt"
is 'distinct errors: the text lists each of them' "$(grep -c '^error: ' "$TEST_TMP/each.txt")" \
  "$(wc -l <<<"$traces")"
done_testing
