#!/usr/bin/env bash
# Eight recorded runs of one program: a bounded check finds the race with one path and with five, a
# second path matches each trace, and the trace with another constant does not match.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
cp=$HEDDLE_SAMPLES/BankAccount

replayed() { # ARGS...: runs heddle replay --json into $tmp/json; sets status
  "$HEDDLE" replay -q --json "$@" >"$tmp/json" 2>/dev/null
  status=$?
}
value() { json_value "$tmp/json" "$1"; }

mkdir -p "$tmp/other"
sed 's/10 \* i/11 * i/' sample-traces/BankAccount/BankAccount.java >"$tmp/other/BankAccount.java"
"$JAVAC" -g -d "$tmp/other" "$tmp/other/BankAccount.java"
for seed in 1 2 3 4 5 6 7 8; do
  trace=$tmp/$seed.htrace
  # Its exit status is the program's, which sometimes fails.
  "$HEDDLE" record -q --noise 0.1:$seed -o "$trace" -cp "$cp" BankAccount 4 5 >/dev/null 2>&1
  for paths in 1 5; do
    replayed --paths $paths --property race -cp "$cp" "$trace"
    is "run $seed, --paths $paths: a check finds the race" \
      "$status $(value replayed) $(value by_check) $(grep -c 'on BankAccount.total' "$tmp/json")" \
      '1 true true 1'
  done
  # No property is violated within one transition of the path, so the second path must be used.
  replayed --paths 2 --property deadlock --back 0 --depth 1 -cp "$cp" "$trace"
  is "run $seed: a second path is used" "$(value paths)" 2
  replayed --property race -cp "$tmp/other" "$trace"
  is "run $seed: a trace with another value does not match" \
    "$status $(value replayed) $(value instead | grep -c '(another value)')" '3 false 1'
done
done_testing
