#!/usr/bin/env bash
# heddle env --emit writes a regression test: in the real JVM, the generated source fails if no
# order of the calls explains the results, if sequential calls return something else, or if a call
# fails; it passes with the fixed component. Results that the source cannot check are reported.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out cp=$TEST_TMP/cp
mkdir -p "$cp" "$TEST_TMP/good"
javac -g -d "$cp" tests/java/results/*.java || exit 5
cat >"$TEST_TMP/Counter.java" <<'EOF2'
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Counter {
  private volatile int n;
  private final int[] counts = new int[1];
  private final List<Object> kept = new ArrayList<>();

  public int add() throws InterruptedException {
    int v = n;
    Thread.sleep(5);
    n = v + 1;
    return v + 1;
  }

  /* The others see the new value long before the call has ended. */
  public void set(int v) {
    n = v;
  }

  public int get() {
    return n;
  }

  public Object[] all(String s) {
    return new Object[] {s + "\"\\", 'c', (char) 0, 1.5, 0.1f, 1e20, -2L, null, true, this,
        new int[] {1, 2}, Thread.State.NEW, List.of(1), String.class, new Object()};
  }

  public Object copy() {
    return new ArrayList<>(Collections.nCopies(2, "x"));
  }

  public Object keeps() {
    return kept;
  }

  public int[] count() {
    counts[0]++;
    return counts;
  }

  public Object hash() {
    return new Object() {
      public boolean equals(Object o) {
        return o != null;
      }

      public int hashCode() {
        return 0;
      }

      public String toString() {
        return "It@1f";
      }
    };
  }

  public void fails(boolean answer) throws java.io.IOException {
    if (answer) throw new java.io.IOException();
    throw new IllegalStateException();
  }

  public synchronized void stay() throws InterruptedException {
    while (n == 0) wait();
  }

  public synchronized void wake() {
    n = 1;
    notifyAll();
  }
}
EOF2
javac -g -d "$cp" "$TEST_TMP/Counter.java" || exit 5
sed 's/public int add/public synchronized int add/' "$TEST_TMP/Counter.java" \
  >"$TEST_TMP/good/Counter.java"
javac -g -d "$TEST_TMP/good" "$TEST_TMP/good/Counter.java" || exit 5

emit() { # CLASS SCENARIO OPTION...: writes the source to $TEST_TMP/e, its class to $TEST_TMP/o
  rm -rf "$TEST_TMP/e" "$TEST_TMP/o"
  "$HEDDLE" env -q --try 0 --search dfs --max-states 5000 -cp "$cp" --emit "$TEST_TMP/e" \
    "${@:3}" --env scenario "$2" "$1" >"$TEST_TMP/said" 2>&1
  javac -J-XX:TieredStopAtLevel=1 -cp "$cp" -d "$TEST_TMP/o" "$TEST_TMP/e/$1Environment.java" \
    >"$out" 2>&1 || cat "$out"
}
in_jvm() { # NAME STATUS PATTERN CLASS [CLASSPATH]
  local times=20
  # Repeats until the JVM's threads interleave so that it fails; this takes longer on a busy
  # machine.
  [ "$2" -eq 0 ] || times=1000000
  java -XX:TieredStopAtLevel=1 "-Dtimes=$times" -Dseconds=40 \
    -cp "${5-$cp}:$TEST_TMP/o" "$4Environment" >"$out" 2>&1
  is "$1: exit status" $? "$2"
  if grep -qE -- "$3" "$out"; then
    ok "$1: its output"
  else
    not_ok "$1: its output" "$(head -n 12 "$out")" "want $3"
  fi
}
assesses() { # NAME CLASS SCENARIO STATUS PATTERN OPTION...
  emit "$2" "$3" "${@:6}"
  is "$1: the source checks the results" "$(grep -c 'does not check' "$TEST_TMP/said")" 0
  in_jvm "$1" "$4" "$5" "$2"
}

# ---- an error that occurs in the JVM, and its fix ----
assesses 'a lost update' Counter 'add() || add()' 1 'AssertionError: not linearizable: no order'
is '... and the results are printed' "$(grep -cE '^  T[12]: comp.add\(\) -> 1$' "$out")" 2
in_jvm 'the fixed component passes' \
  0 '^20 of 20 times:$|^  T1: comp.add\(\) -> [12]$' Counter "$TEST_TMP/good"
assesses 'an outcome that only a final call shows' \
  Counter 'set(1) || set(2)' 0 'main: comp.get\(\) -> [12]$' \
  --observe 'get()'

# ---- the property that is checked ----
late='set(1) || get()'
assesses 'linearizable: a call that had ended comes first' \
  Late "$late" 1 'not linearizable: one after another' \
  --model Register
is '... and the orders are listed' \
  "$(grep -cE '^    allow\("(12|21)"' "$TEST_TMP/e/LateEnvironment.java")" 2
assesses 'sequential: real time does not count' \
  Late "$late" 0 ' times:$' --model Register --property sequential
is '... and the source names the property' \
  "$(grep -c 'ASSESSED = {"sequential"}' "$TEST_TMP/e/LateEnvironment.java")" 1
assesses 'quiescent: fails when no call was running' \
  Late "$late" 1 'not quiescent: one after another' --model Register \
  --property quiescent

# ---- calls that do not return, and calls that throw ----
assesses 'a call that may block' Counter 'stay() || get()' 0 'T1: comp.stay\(\) has not ended$'
assesses 'a call that may block and returns' \
  Counter 'stay() || wake()' 0 'T1: comp.stay\(\) -> void$'
assesses 'a call that blocks but should return' \
  Deaf 'take() || put("a")' 1 'comp.take\(\) has not ended$'
assesses 'an exception that is an expected result' Counter 'fails(true) || get()' 0 \
  'T1: comp.fails\(true\) -> throws IOException$'
assesses 'an exception that is a failure' Counter 'fails(false) || get()' 1 'IllegalStateException'
assesses 'a failure that is declared as a result' Counter 'fails(false) || get()' 0 \
  '-> throws IllegalStateException$' --property linearizable
assesses 'a variable holds a result' \
  Counter 'set(1); x = get(); set(2) || get()' 0 'T1: comp.get\(\) -> 1$'

# ---- results as text ----
assesses 'values' Counter 'all("a") || get()' 0 '\[.*Counter#1, \[1, 2\], NEW, .*java/lang/String'
assesses 'a copy' Counter 'copy() || copy()' 0 '-> \["x", "x"\]$'

assesses 'an object that the component keeps' \
  Counter 'count() || keeps()' 0 'T1: comp.count\(\) -> \[1\]$'

# ---- the component has changed ----
emit Counter 'get() || get()'
mkdir -p "$TEST_TMP/other"
sed 's/    return n;/    return n + 1;/' "$TEST_TMP/Counter.java" >"$TEST_TMP/other/Counter.java"
javac -d "$TEST_TMP/other" "$TEST_TMP/other/Counter.java" || exit 5
in_jvm 'sequential calls have other results' 1 \
  'one after another, .* should return \[\[0\], \[0\], \[\]\], but' Counter "$TEST_TMP/other"

# ---- results that the source cannot check ----
cannot() { # NAME PATTERN OPTION...
  rm -rf "$TEST_TMP/e"
  "$HEDDLE" env -q --try 0 --search dfs --max-states 100 -cp "$cp" --emit "$TEST_TMP/e" \
    "${@:3}" Counter >"$TEST_TMP/said" 2>&1
  is "$1" "$(grep -c "^heddle: the source does not check the results of the calls: $2" \
    "$TEST_TMP/said")" 1
  is "$1: the source" "$(grep -c 'ASSESSED = {};' "$TEST_TMP/e/CounterEnvironment.java")" 1
}
cannot 'an environment that draws values in the JVM' \
  'the environment draws' --env all --length 1 --methods 'get|set'
seven='get(); get(); get(); get(); get(); get(); get()'
cannot 'too many orders' 'there are more than 2000 orders' --env scenario "$seven || $seven"
cannot 'an identity hash code' \
  'a result contains an identity hash code' --env scenario 'hash() || get()'
cannot 'an object that the component changes after the call' 'a result changes after its call: ' \
  --env scenario 'count(); count() || get()'
"$HEDDLE" env -q --try 0 --search dfs -cp "$cp" --emit "$TEST_TMP/e" --property race \
  --env scenario 'get() || get()' Counter >"$TEST_TMP/said" 2>&1
is 'no results are compared: no message is printed' "$(grep -c 'does not check' "$TEST_TMP/said")" 0

done_testing
