#!/usr/bin/env bash
# Breakpoints of the debugger: steps, steps back, following a trace, and searches stop at them.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
s=$HEDDLE_SAMPLES

bank() { # NAME COMMANDS
  debug "$1" "$2" --property exception -cp "$s/BankAccount" BankAccountLambdas 2 2
}
hits() { # NAME: prints where breakpoints were hit, in order
  sed -nE 's/^  (b[0-9]+) .*: (T[0-9]+) .*in step ([0-9]+)$/\1 \2 \3/p' "$TEST_TMP/$1.out" |
    paste -sd,
}

bank line 'break 16;step 100;step 100;unbreak 1;step 100'
is 'line: hit each time that a thread reaches it' "$(hits line)" 'b1 T1 4,b1 T1 8'
shows line 'not hit after :unbreak' 'the program ended'
bank field 'break BankAccountLambdas.total;step 100;step 100;step 100;back 100;back 100;break'
is 'field: hit forwards and backwards' "$(hits field)" 'b1 T1 5,b1 T1 6,b1 T1 9,b1 T1 6,b1 T1 5'
shows field 'the list counts the hits' 'b1 BankAccountLambdas.total, hit 5 times'
bank element 'break int[]#1[1];step 100;step 100'
is 'element: hit only for this array and index' "$(hits element)" 'b1 T2 13,b1 T0 14'
bank other 'break int[]#2[0];break BankAccountLambdas#2.total;step 100'
is 'fields of another object: not hit' "$(hits other)" ''
bank final 'break BankAccountLambdas#1.accounts;step 100;step 100;step 100;back 100'
is 'final field: hit where it is written and read, although these are not events' "$(hits final)" \
  'b1 T0 1,b1 T1 3,b1 T1 6,b1 T1 3'
bank search 'break BankAccountLambdas.total;search dfs;guided run;guided run;unbreak all;guided run'
is 'search: stops twice' "$(hits search | tr ',' '\n' | wc -l)" 2
shows search 'continues without breakpoints' 'search: an error after'
bank none 'break no-such'
is 'no valid place: refused' $? 3
shows none 'the valid places are listed' \
  'expected a line, Class.field, Class#1[3], lock Class#1 or h ROW COLUMN'
bank typo 'break BankAccountLambdas.totl'
is 'an unknown field: refused' $? 3
shows typo 'the field is named' "class BankAccountLambdas has no field 'totl'"
bank later 'break NotYet.field'
is 'a class that is not loaded yet: accepted' $? 0
bank library 'break String.value'
is 'a field of the library whose accesses are not observed: refused' $? 3
shows library 'the reason is printed' 'a library field that needs no scheduling points'
bank named 'break Thread.name'
is 'a field of the library whose accesses are observed: accepted' $? 0
cat >"$TEST_TMP/Fixed.java" <<'JAVA'
public class Fixed {
  static class Sizes {
    static final int CELLS = 2;
  }

  static final int[] cells = new int[Sizes.CELLS];

  public static void main(String[] args) {
    new Thread(() -> cells[0]++).start();
    cells[1]++;
  }
}
JAVA
"$JAVAC" -g -d "$TEST_TMP" "$TEST_TMP/Fixed.java"
debug constant 'break Fixed$Sizes.CELLS' -cp "$TEST_TMP" Fixed
is 'a constant: refused' $? 3
shows constant 'the reason is printed' 'the compiler copies its value to each use'
debug static 'break Fixed.cells;step 100;step 100;break' --property exception -cp "$TEST_TMP" Fixed
is 'a static final field: hit' "$(hits static)" 'b1 T0 1,b1 T1 5'
cat >"$TEST_TMP/Local.java" <<'JAVA'
public class Local {
  static volatile int seen;

  static void act(int n) {
    int twice = seen + n;
    if (twice > 1) {
      twice = twice * 2;
    } else {
      twice = twice - 1;
    }
    seen = twice;
  }

  public static void main(String[] args) {
    new Thread(() -> act(0)).start();
    act(2);
  }
}
JAVA
"$JAVAC" -g -d "$TEST_TMP" "$TEST_TMP/Local.java"
local_lines() { debug "$1" "$2" --property exception -cp "$TEST_TMP" Local; }
local_lines passed 'break 7;break 9;step 100;step 100;back 100;back 100;break'
is 'a line without visible operations: hit by the thread that reaches it' "$(hits passed)" \
  'b1 T0 2,b1 T1 5,b1 T0 2'
shows passed 'the other branch: not hit' 'b2 Local.java:9, hit 0 times'
local_lines older 'step 100;back 100;break 7;forward 100'
is 'a breakpoint set after the steps were taken: hit' "$(hits older)" 'b1 T0 2'
local_lines unmarked 'mark Local.java:9;step 100;unmark 1;back 100;break 11;forward 100'
is 'a step that ended at a removed mark: the breakpoint is hit' "$(hits unmarked)" 'b1 T1 3'
local_lines same 'break 7;search dfs;guided run;guided run;guided run'
local_lines without 'search dfs;guided run'
is 'searches stop at a breakpoint and explore the same states' \
  "$(hits same | cut -d, -f1) $(grep -oE 'in [0-9]+ states.*' "$TEST_TMP/same.out" | tail -1)" \
  "b1 T0 2 $(grep -oE 'in [0-9]+ states.*' "$TEST_TMP/without.out" | tail -1)"
cat >"$TEST_TMP/Shared.java" <<'JAVA'
public class Shared {
  static int counter;
  int start = counter;

  Shared() {}

  Shared(int n) {
    counter = n;
  }

  public static void main(String[] args) {
    new Thread(() -> counter++).start();
    new Shared(1);
  }
}
JAVA
"$JAVAC" -g -d "$TEST_TMP" "$TEST_TMP/Shared.java"
shared() { debug "$1" "$2" --property exception -cp "$TEST_TMP" Shared; }
shared lambda 'break 12;step 100;step 100'
is 'a line of a lambda: hit in the method around it and in the lambda' "$(hits lambda)" \
  'b1 T0 1,b1 T1 5'
shared copies 'break 3;break Shared.<init>(I)V:8;step;step;step;break'
is 'a line that every constructor contains: hit' "$(hits copies)" 'b1 T0 1,b2 T0 2'
shows copies 'a line by its method' 'b2 Shared.java:8, hit 1 time'
shared vector 'break java.util.Vector.add:797'
shows vector 'a line of the library: refused' 'java.util.Vector.add:797 is a line of the library'
shared mark 'mark Shared.java:12;marks;mark Shared.java:13'
shows mark 'the mark is in the lambda' 'marked g1 Shared.java:12, in the lambda lambda$main$0'
shows mark 'a line of one method: the method is not named' 'marked g2 Shared.java:13'
shared ambiguous 'mark Shared.java:3'
shows ambiguous 'a line of several methods: refused' \
  'is ambiguous: name one of Shared.<init>()V:3, Shared.<init>(I)V:3'
bank file 'break Nope.java:12'
shows file 'an unknown file: reported' 'no class of the program is from Nope.java'
bank twice 'break 16;break BankAccountLambdas.java:16'
shows twice 'a repeated breakpoint: reported' 'there is b1 BankAccountLambdas.java:16 already'
bank gone 'unbreak 1'
shows gone 'nothing to remove: the usage is printed' 'unbreak N: the number of a breakpoint'

# A bit of h: hit where a step changes it, forwards and backwards; its value is shown as a watch,
# and beside the lanes of threads.
two=(--property race -cp "$s/TwoStage" TwoStage 2 1)
debug early 'break h T2 Vector#2.modCount;step 100;break' -cp "$s/AbsList" AbsList 1 1
shows early 'a bit that does not exist yet, by its short name: hit' 'Vector#2.modCount, hit 1 time'
debug bit 'step 7;watch h T3 Cell#1.value;break h T3 Cell#1.value;step 100;watch;back 100;lanes' \
  "${two[@]}"
is 'bit: hit where it is set, and on the way back where it is cleared' "$(hits bit)" \
  'b1 T3 17,b1 T1 6'
shows bit 'its value before the step' 'w1 h T3 TwoStage$Cell#1.value = no'
shows bit 'its value after the step' 'w1 h T3 TwoStage$Cell#1.value = yes'
shows bit 'the lanes have a row for it' 'h(T3)~.value'
# shellcheck disable=SC2086
debug nobit 'watch h T3' "${two[@]}"
shows nobit 'one name is missing: the usage is printed' 'watch h ROW COLUMN'
# shellcheck disable=SC2086
debug nobit 'watch h T9 Cell' "${two[@]}"
shows nobit 'an unknown bit: reported' 'h has no such bit here'

debug lock 'break lock Object#1;step 100;step 100;step 100;back 100' --property deadlock \
  -cp "$s/Philosophers" PhilosophersLambdas 2
is 'lock: hit when acquired, when released, and on the way back' \
  "$(hits lock | tr ',' '\n' | wc -l)" 4

"$HEDDLE" check -q -o "$TEST_TMP/race.htrace" -cp "$s/BankAccount" BankAccountLambdas \
  >/dev/null 2>&1
debug follow 'break 16;follow 1000;unbreak all;follow 1000' --trace "$TEST_TMP/race.htrace"
is 'follow: stops at a breakpoint' "$(hits follow)" 'b1 T1 4'
shows follow 'continues to the end' 'trace: the end; '
debug final 'break BankAccountLambdas.accounts;follow 1000;follow 1000' \
  --trace "$TEST_TMP/race.htrace"
is 'follow: stops at a final field' "$(hits final)" 'b1 T0 1,b1 T1 3'
debug to 'break BankAccountLambdas.total;follow to 46' --trace "$TEST_TMP/race.htrace"
is 'follow to: stops on the way to its target' "$(hits to)" 'b1 T1 5'
done_testing
