#!/usr/bin/env bash
# Compares an error with other runs: the nearest good run, the view Compare, and repairs that are
# tried; in a program with two stages, with lambdas, and inside the JDK.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
s=$HEDDLE_SAMPLES
two=(--property deadlock,exception -cp "$s/TwoStage" TwoStage 2 1)
list=(--property exception -cp "$s/AbsList" AbsList 1 1)
trace=$TEST_TMP/error.htrace

debug nearest 'check --depth 40;go 11;explain;go 0;compare check 1;compare check 2' "${two[@]}"
is 'nearest: exit status' $? 0
shows nearest 'where the runs diverge' 'the same up to step 9; then '
shows nearest 'the length of the common prefix' 'common prefix 9 of 11 steps'
shows nearest 'a counterexample is compared with the path to here' 'right: check 1 (node 11)'
shows nearest 'the nearest run can be compared too' 'right: check 2 (node 18)'

# The run that was found is inserted into the tree above the node where the cursor is.
debug cursor 'check --depth 40;go 11;tree;explain;tree' "${two[@]}"
is 'cursor: stays on its node in the tree' "$(grep -oE '^>@ [0-9]+' "$TEST_TMP/cursor.out" |
  paste -sd,)" '>@ 11,>@ 11'

# Beside a recorded run, threads have one name, which says what they do instead of Thread-0.
"$HEDDLE" record -q -o "$TEST_TMP/bank.htrace" -cp "$s/BankAccount" BankAccountLambdas 2 1 \
  >/dev/null 2>&1
debug names 'check --property exception;error;compare' --width 140 --property exception \
  --trace "$TEST_TMP/bank.htrace" -cp "$s/BankAccount" BankAccountLambdas 2 1
is 'names: both sides name a lambda by its line' \
  "$(cut -c1-72 "$TEST_TMP/names.out" | grep -c '^ [=~<] .* T[12] lambda @39 [a-z-]*read int') \
$(cut -c73- "$TEST_TMP/names.out" | grep -c '^ *[=~>] .* T[12] lambda @39 read int')" '2 2'
is 'names: no lambda is named by its number' \
  "$(grep -c '^ [=~<>] .*T[12] Thread-[01] [aw]r' "$TEST_TMP/names.out")" 0
debug along 'follow 30;trace;lanes' --trace "$TEST_TMP/bank.htrace" \
  -cp "$s/BankAccount" BankAccountLambdas 2 1
is 'along: recorded threads that are followed have this name everywhere' \
  "$(grep -c 'T[12] Thread-[01]' "$TEST_TMP/along.out")" 0
shows along 'in the trace' ' T1 lambda @39  thread-begin'
shows along 'in the lanes' ' T1 lambda @39    '

# Locks held where two accesses race.
debug held 'check --property race;error;explain' -cp "$s/BankAccount" BankAccount 2 1
shows held 'no locks are held' ' locks held: T2 Teller none; T1 Teller none'

# In the JDK: which write each read saw, and that no common lock is held.
debug jdk 'check --depth 40;go 15;compare' "${list[@]}"
is 'jdk: exit status' $? 0
shows jdk 'the first read that differs' \
  "T2 User's read of Vector#2.elementCount @41 is the first read that differs:"
shows jdk 'the value on the right' 'right  gets 2, written by T1 User @39'
shows jdk 'the order of the two accesses' 'comes before it on the right and comes after it on'
shows jdk 'the locks of both accesses' \
  'No lock is held at both: T2 User holds Vector#1 "l1", T1 User holds Vector#2 "l2".'

# A counterexample that is followed is the path itself, not another run; a recorded run is another
# run.
"$HEDDLE" check -o "$trace" "${two[@]}" >"$TEST_TMP/check.out" 2>&1
is 'check: exit status' $? 1
debug followed 'follow 10000;compare' --trace "$trace"
shows followed 'it is compared with the nearest good run' 'left: the nearest run that ends well'
debug begun 'explain;step;explain' --trace "$trace"
shows begun 'at the start: how to go to the error' 'nothing has happened yet; e goes to the error'
shows begun 'before the error: how to go to it' \
  'a path without an error, so far; e goes to the error'
debug recorded 'check --depth 40;go 11;compare' --trace sample-traces/TwoStage/TwoStage.htrace \
  "${two[@]}"
shows recorded 'it is compared with the recorded run' 'left: the recorded run'
shows recorded 'a place that occurs on both sides is marked' \
  '"d1" @ TwoStage.produce:18 comes before it on the left'
cp "$trace" "$TEST_TMP/an error.htrace"
debug file "check --depth 40;go 11;compare $trace" "${two[@]}"
debug blanks "check --depth 40;go 11;compare $TEST_TMP/an error.htrace" "${two[@]}"
shows blanks 'a file whose name has spaces' 'left: an error.htrace'
debug three 'check --depth 40;compare check 1 2' "${two[@]}"
shows three 'too many words: the usage is printed' 'compare FILE, check N, node N or nearest'
is 'file: exit status' $? 0
shows file 'a trace is compared' 'left: error.htrace'
shows file 'the same run is recognised' 'The two do the same in the same order.'

debug repairs 'check --depth 40;go 11;repair;repair 1;repair 2;explain' "${two[@]}"
is 'repairs: exit status' $? 0
shows repairs 'a repair that was not tried' '1  make Cell.value volatile: not tried'
shows repairs 'a repair after which the error remains' \
  '1  make Cell.value volatile   tried: THIS ERROR STILL OCCURS ('
shows repairs 'a repair that removes the error' \
  'TwoStage.consume synchronized   tried: no error in all '
debug deadlock 'search dfs;guided run;explain;repair 1' -cp "$s/Philosophers" Philosophers 2
is 'deadlock: exit status' $? 3
shows deadlock 'a repair that cannot be tried' 'not tried: cannot be applied to class files'

debug none 'compare' "${two[@]}"
is 'none: there is no error' $? 3
shows none 'the reason is printed' 'no error here to find a run beside'
debug unknown 'compare check 3' "${two[@]}"
is 'unknown: the check does not exist' $? 3
debug missing 'compare no-such.htrace' "${two[@]}"
is 'missing: the file does not exist' $? 3
debug healthy 'repair 1' "${two[@]}"
is 'healthy: there is nothing to repair' $? 3
done_testing
