#!/usr/bin/env bash
# --search dpor explores each Mazurkiewicz trace once: checks counts from the literature on programs
# of tests/java/verdicts/Executions.java, and the options that can be combined with the search.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
classes=$HEDDLE_JAVA/verdicts
out=$TEST_TMP/out.json

counts() { # EXECUTIONS ARGUMENT...
  local want=$1
  shift
  check_json "$out" --search dpor --property deadlock,exception -cp "$classes" Executions "$@"
  is "$*" "$(json_value "$out" verdict), $(json_value "$out" executions) executions, $(json_value \
    "$out" redundant) redundant, $(json_value "$out" cut) cut" \
    "no error, $want executions, 0 redundant, 0 cut"
}
counts 4 readers 2
counts 256 readers 8
counts 64 lastzero 5
counts 3328 lastzero 10
counts 8 indexer 12
counts 2 filesystem 14
counts 8 filesystem 16
counts 32 filesystem 18
counts 64 filesystem 19
counts 6 lock 3
counts 120 lock 5
counts 720 lock 6
counts 30 philosophers 5
counts 1022 philosophers 10
counts 36 children 0
counts 324 children 2
counts 3 begun 0
counts 27 begun 2
# If a shutdown hook waits for the last thread, the ends of n threads and of main come in any order.
counts 6 hook 2
counts 24 hook 3
# Threads that join the others see their ends, without more executions.
counts 256 readers 8 join
counts 64 lastzero 5 join
counts 120 lock 5 join
counts 30 philosophers 5 join

# A deadlock is one more class of executions: a monitor that a thread waits for at the end of one
# execution is acquired first in another.
check_json "$out" --search dpor --property deadlock --all-errors -cp "$classes" Executions hungry 4
is 'hungry 4' \
  "$(json_value "$out" verdict), $(json_value "$out" executions) executions, $(json_value "$out" \
  redundant) redundant" \
  'error, 15 executions, 0 redundant'
is 'the deadlock is certified' "$(json_value "$out" certified)" true
"$HEDDLE" check --search dpor --property deadlock,exception -cp "$classes" Executions lock 3 \
  >"$TEST_TMP/text"
is 'the text has the counts too' \
  "$(grep -c '^  6 executions, 0 redundant, 0 cut$' "$TEST_TMP/text")" 1
"$HEDDLE" check --search dpor --depth 12 --property deadlock -cp "$classes" Executions lock 3 \
  >"$TEST_TMP/text"
is 'a bound on depth' "$? $(head -n 1 "$TEST_TMP/text")" '4 inconclusive: depth 12'
"$HEDDLE" check --search dpor --max-states 100 --property deadlock -cp "$classes" Executions \
  lastzero 10 >"$TEST_TMP/text"
is 'a bound on states' "$? $(head -n 1 "$TEST_TMP/text")" '4 inconclusive: max-states 100'

refused() { # OPTION...: with --search dpor
  "$HEDDLE" check --search dpor "$@" -cp "$classes" Executions lock 3 >"$TEST_TMP/text" 2>&1
  is "not with $*" "$? $(grep -c 'dpor' "$TEST_TMP/text")" '2 1'
}
refused --por sync
refused --spurious 1
refused --property conflict
refused --sleep-sets
refused --thread-symmetry
refused --exact
refused --checkpoint "$TEST_TMP/kept"
done_testing
