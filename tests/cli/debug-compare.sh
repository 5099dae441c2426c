#!/usr/bin/env bash
# Other runs beside an error: the nearest good run, the view Compare, and repairs that are tried; in
# a program of two stages, with lambdas, and inside the JDK.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
. tests/scripts/debug-batch.sh
s=$HEDDLE_SAMPLES
two=(--property deadlock,exception -cp "$s/TwoStage" TwoStage 2 1)
list=(--property exception -cp "$s/AbsList" AbsList 1 1)
trace=$TEST_TMP/error.htrace

debug nearest 'check --depth 40;go 11;explain;go 0;compare check 1;compare check 2' "${two[@]}"
is 'nearest: exit status' $? 0
shows nearest 'where it leaves' 'the same up to step 9; then '
shows nearest 'how much is common' 'common prefix 9 of 11 steps'
shows nearest 'a counterexample beside the path to here' 'right: check 1 (node 11)'
shows nearest 'the run that was found is one as well' 'right: check 2 (node 18)'

# The run comes into the tree above the node where the cursor is.
debug cursor 'check --depth 40;go 11;tree;explain;tree' "${two[@]}"
is 'cursor: stays on its node in the tree' "$(grep -oE '^>@ [0-9]+' "$TEST_TMP/cursor.out" |
  paste -sd,)" '>@ 11,>@ 11'

# Beside a recorded run, threads have one name: that of what they do, not Thread-0.
"$HEDDLE" record -q -o "$TEST_TMP/bank.htrace" -cp "$s/BankAccount" BankAccountLambdas 2 1 \
  >/dev/null 2>&1
debug names 'check --property exception;error;compare' --width 140 --property exception \
  --trace "$TEST_TMP/bank.htrace" -cp "$s/BankAccount" BankAccountLambdas 2 1
is 'names: both sides name a lambda by its line' \
  "$(cut -c1-72 "$TEST_TMP/names.out" | grep -c '^ [=~<] .* T[12] lambda @39 [a-z-]*read int') \
$(cut -c73- "$TEST_TMP/names.out" | grep -c '^ *[=~>] .* T[12] lambda @39 read int')" '2 2'
is 'and none by its number' \
  "$(grep -c '^ [=~<>] .*T[12] Thread-[01] [aw]r' "$TEST_TMP/names.out")" 0
debug along 'follow 30;trace;lanes' --trace "$TEST_TMP/bank.htrace" \
  -cp "$s/BankAccount" BankAccountLambdas 2 1
is 'along: once they are followed, recorded threads have it everywhere' \
  "$(grep -c 'T[12] Thread-[01]' "$TEST_TMP/along.out")" 0
shows along 'in the trace' ' T1 lambda @39  thread-begin'
shows along 'in the lanes' ' T1 lambda @39    '

# What is held where two accesses race.
debug held 'check --property race;error;explain' -cp "$s/BankAccount" BankAccount 2 1
shows held 'no lock' ' locks held: T2 Teller none; T1 Teller none'

# In the JDK: who read what whom had written, and that no lock is common.
debug jdk 'check --depth 40;go 15;compare' "${list[@]}"
is 'jdk: exit status' $? 0
shows jdk 'the read' "T2 User's read of Vector#2.elementCount @41 is the first read that differs:"
shows jdk 'on the right' 'right  gets 2, written by T1 User @39'
shows jdk 'the order' 'comes before it on the right and comes after it on'
shows jdk 'the locks' 'No lock is held at both: T2 User holds Vector#1 "l1", T1 User holds Vector#2 "l2".'

# A counterexample that is followed is no other run than its path; one that was recorded is.
"$HEDDLE" check -o "$trace" "${two[@]}" >"$TEST_TMP/check.out" 2>&1
is 'check: exit status' $? 1
debug followed 'follow 10000;compare' --trace "$trace"
shows followed 'beside the nearest' 'left: the nearest run that ends well'
debug begun 'explain;step;explain' --trace "$trace"
shows begun 'at the start: where the error is' 'nothing has happened yet; e goes to the error'
shows begun 'on the way there, too' 'a path without an error, so far; e goes to the error'
debug recorded 'check --depth 40;go 11;compare' --trace sample-traces/TwoStage/TwoStage.htrace \
  "${two[@]}"
shows recorded 'beside the recorded run' 'left: the recorded run'
shows recorded 'a place is marked as one on both sides' \
  '"d1" @ TwoStage.produce:18 comes before it on the left'
cp "$trace" "$TEST_TMP/an error.htrace"
debug file "check --depth 40;go 11;compare $trace" "${two[@]}"
debug blanks "check --depth 40;go 11;compare $TEST_TMP/an error.htrace" "${two[@]}"
shows blanks 'a file whose name has spaces' 'left: an error.htrace'
debug three 'check --depth 40;compare check 1 2' "${two[@]}"
shows three 'a word too many' 'compare FILE, check N, node N or nearest'
is 'file: exit status' $? 0
shows file 'a trace' 'left: error.htrace'
shows file 'it is the same run' 'The two do the same in the same order.'

debug repairs 'check --depth 40;go 11;repair;repair 1;repair 2;explain' "${two[@]}"
is 'repairs: exit status' $? 0
shows repairs 'not tried' '1  make Cell.value volatile: not tried'
shows repairs 'it stays' '1  make Cell.value volatile   tried: THIS ERROR STILL OCCURS ('
shows repairs 'it is gone' 'TwoStage.consume synchronized   tried: no error in all '
debug deadlock 'search dfs;guided run;explain;repair 1' -cp "$s/Philosophers" Philosophers 2
is 'deadlock: exit status' $? 3
shows deadlock 'it cannot be tried' 'not tried: cannot be applied to class files'

debug none 'compare' "${two[@]}"
is 'none: no error' $? 3
shows none 'said' 'no error here to find a run beside'
debug unknown 'compare check 3' "${two[@]}"
is 'unknown: no such check' $? 3
debug missing 'compare no-such.htrace' "${two[@]}"
is 'missing: no such file' $? 3
debug healthy 'repair 1' "${two[@]}"
is 'healthy: nothing to repair' $? 3
done_testing
