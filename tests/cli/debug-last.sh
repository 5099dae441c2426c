#!/usr/bin/env bash
# :last and :access go to the write of a value, in a program made from lambdas and in a recorded
# trace.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
s=$HEDDLE_SAMPLES
bank=(--property exception -cp "$s/BankAccount" BankAccountLambdas 2 2)

touched() { # NAME: prints the values of the accesses that the commands went to, in order
  sed -nE 's/.* (read|write) .* = ([0-9]+) @16, in step .*/\1 \2/p' "$TEST_TMP/$1.out" | paste -sd,
}

# After both tellers, the total is 60, written last of four writes. :last goes back to the first
# one, and :access goes forward.
debug field 'step 100;last BankAccountLambdas#1.total;last;last;last;access;access;access' \
  "${bank[@]}"
is 'field: exit status' $? 0
is 'field: accesses are visited backwards, then forwards' "$(touched field)" \
  'write 60,write 40,write 30,write 10,read 10,write 30,read 30'
debug again 'step 100;last BankAccountLambdas#1.total;diff;last;undo;threads' "${bank[@]}"
is 'again, without EXPR after another command: refused' $? 3
shows again 'it asks for the expression' 'last of what'
debug none 'step 4;last BankAccountLambdas#1.total' "${bank[@]}"
shows none 'a field that was not written: reported' 'total was not written on the path to here'
debug before 'step 6;last BankAccountLambdas#1.total;last' "${bank[@]}"
shows before 'no earlier write: reported' 'total was not written on the path before that'
debug ahead 'step 6;access BankAccountLambdas#1.total' "${bank[@]}"
shows ahead 'no later access: reported' 'no access to BankAccountLambdas#1.total ahead'
debug local 'step 6;last T1.id;last T1.id' "${bank[@]}"
is 'local: not changed before: exit status' $? 3
shows local 'a local variable: its value and the step that set it' \
  'T1.id = 0 since step 3, before that it was not there'
shows local 'no earlier value: reported' 'T1.id has not changed on the path before that'
debug nolocal 'step 6;last T1.nothing' "${bank[@]}"
is 'local: an unknown variable is refused' $? 3
debug wrong 'step 6;last BankAccountLambdas#1.nothing' "${bank[@]}"
shows wrong 'an unknown field is refused' "has no field 'nothing'"
debug element 'step 100;last int[]#1[0];last int[]#1[0]' "${bank[@]}"
is 'element: both writes are visited' "$(sed -nE 's/.* write int.*= ([0-9]+) @15, in .*/\1/p' \
  "$TEST_TMP/element.out" | paste -sd,)" 30,10

# A bit of h: goes to the step that set or cleared it; when repeated, to the change before.
debug bit 'step 7;last h T2 Cell#1.value;last h T2 Cell#1.value' -cp "$s/TwoStage" TwoStage 2 1
shows bit 'the earlier change is described' \
  'in h(T2 Producer) its value (w again: the change before)'
# After going back, goes forward to the next change.
debug bitahead 'step 7;go 0;access h T2 Cell#1.value;access h T2 Cell#1.value' \
  -cp "$s/TwoStage" TwoStage 2 1
shows bitahead 'a step changes the bit' '(W again: the next change)'
shows bitahead 'no further change: reported' 'no change of h T2 Cell#1.value ahead'
debug localahead 'step 6;go 0;access T1.id;access T1.id' "${bank[@]}"
shows localahead 'the value of a local variable' 'T1.id = 0 in step'
shows localahead 'no further change of it: reported' 'no change of T1.id ahead'
debug nobit 'step 2;last h T9 nothing' -cp "$s/TwoStage" TwoStage 2 1
shows nobit 'an unknown row is refused' "h has no row 'T9'"

# A lock: goes to the step that acquired it.
debug lock 'step 100;last Object#1;last' --property deadlock -cp "$s/Philosophers" \
  PhilosophersLambdas 2
shows lock 'the acquire of a lock' 'lock Object#1 @'
is 'lock: goes back twice' \
  "$(grep -c 'in step .*w again: the acquire before' "$TEST_TMP/lock.out")" 2

debug whole 'step 100;last java.lang.Object#1' --property deadlock -cp "$s/Philosophers" \
  PhilosophersLambdas 2
shows whole 'a lock by its full name' 'lock Object#1 @'

# In a counterexample and in a recorded run, the cursor of the view Trace goes to the write.
"$HEDDLE" check -q -o "$TEST_TMP/race.htrace" -cp "$s/BankAccount" BankAccountLambdas \
  >/dev/null 2>&1
debug trace 'trace;bottom;up;last;last' --trace "$TEST_TMP/race.htrace"
shows trace 'the write that takes part in the race' \
  'the last one before #46 is #36; Enter goes there'
shows trace 'no earlier access: reported' 'the trace has no earlier one than #36'
debug ahead 'trace;bottom;up;last;access' --trace "$TEST_TMP/race.htrace"
shows ahead 'the next access to the location under the cursor' 'the next one behind #36 is #'
debug first 'trace;top;find write;last' --trace "$TEST_TMP/race.htrace"
is 'trace: no earlier access: refused' $? 3
shows first 'the reason is printed' 'the trace has no earlier one than'

# At an error, without EXPR: goes to the write before a volatile read too. Boxed numbers are
# recognised by value, those of the library's cache as well as those that the program made.
cat >"$TEST_TMP/Boxed.java" <<'EOF'
public class Boxed {
  static volatile Integer left = 1003;

  static void sell(int count) {
    Integer seen = left;
    if (seen >= count) left = seen - count;
  }

  public static void main(String[] args) throws Exception {
    Thread one = new Thread(() -> sell(1)), many = new Thread(() -> sell(1002));
    one.start();
    many.start();
    one.join();
    many.join();
    assert left == 0 : left;
  }
}
EOF
"$JAVAC" -g -d "$TEST_TMP" "$TEST_TMP/Boxed.java" || not_ok 'javac' 'Boxed.java'
"$HEDDLE" check -q --search dfs -o "$TEST_TMP/boxed.htrace" -cp "$TEST_TMP" Boxed \
  >"$TEST_TMP/boxed-check.out" 2>&1
shows boxed-check 'the story shows a number that the program boxed' 'wrote Boxed.left = Integer('
debug boxed 'error;last;last' --trace "$TEST_TMP/boxed.htrace"
is 'boxed: exit status' $? 0
is 'boxed: both writes are visited, with their numbers' "$(sed -nE \
  's/.* volatile write Boxed.left = (.*) @6, in step .*/\1/p' "$TEST_TMP/boxed.out" |
  sort | paste -sd,)" \
  'Integer(1),Integer(1002)'
done_testing
