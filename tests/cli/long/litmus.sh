#!/usr/bin/env bash
# A million rounds of each litmus program in the real JVM: all outcomes are in
# tests/java/litmus/table.txt. Prints how often there were outcomes that no interleaving gives; none
# of them has to come, because that depends on the machine and on the compiler.
# LITMUS_ROUNDS: another number of rounds.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/litmus.sh
rounds=${LITMUS_ROUNDS:-1000000}

litmus_complete
while IFS='|' read -r program outcomes; do
  litmus_outcomes <<<"$outcomes" >"$TEST_TMP/may"
  timeout 600 "$JAVA" -cp "$litmus" "$program" "$rounds" >"$TEST_TMP/out" 2>"$TEST_TMP/err" \
    </dev/null
  is "$program: all rounds were played" \
    "$(awk '{ sum += $NF } END { print sum }' "$TEST_TMP/out") $(tail -n 3 "$TEST_TMP/err")" \
    "$rounds "
  is "$program: each outcome is in the table" \
    "$(sed 's/: .*//' "$TEST_TMP/out" | sort | comm -23 - <(tr -d '*' <"$TEST_TMP/may" | sort))" ''
  while IFS= read -r outcome; do
    count=$(sed -n "s/^$outcome: //p" "$TEST_TMP/out")
    printf '# %s: %s %d times\n' "$program" "$outcome" "${count:-0}"
  done < <(sed -n 's/\*$//p' "$TEST_TMP/may")
done < <(litmus_rows)
done_testing
