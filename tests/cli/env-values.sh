#!/usr/bin/env bash
# Values of heddle env: random values, lambdas and enum constants; components of packages in the
# emitted source; and the same with JDK 25 if it is installed.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
out=$TEST_TMP/out
mkdir -p "$TEST_TMP/src/p/q" "$TEST_TMP/cp"
cat >"$TEST_TMP/src/p/q/Kinds.java" <<'EOF2'
package p.q;

import java.util.function.Function;
import java.util.function.Supplier;

public class Kinds {
  public enum Color { RED, GREEN, BLUE }

  private Object last;

  public synchronized Object apply(Function<Object, Object> f) {
    return last = f.apply(last);
  }

  public synchronized Object take(Supplier<Object> s) {
    return last = s.get();
  }

  public synchronized int paint(Color c) {
    if (c == null) throw new IllegalStateException("no color");
    return c.ordinal();
  }

  public synchronized void blue(Color c) {
    if (c == Color.BLUE) throw new IllegalStateException("blue");
  }

  public synchronized int number(int n, boolean b) {
    return b ? n : -n;
  }
}
EOF2
javac --release 17 -g -d "$TEST_TMP/cp" "$TEST_TMP/src/p/q/Kinds.java" || exit 5

kinds() { # NAME STATUS OPTION...: the source is $source
  local status
  rm -rf "$TEST_TMP/e"
  "$HEDDLE" env -q --try 0 --search dfs --restart none -cp "$TEST_TMP/cp" --emit "$TEST_TMP/e" \
    "${@:3}" p.q.Kinds >"$out" 2>&1
  status=$?
  is "$1: exit status" "$status" "$2"
  source=$(cat "$TEST_TMP/e/KindsEnvironment.java" 2>/dev/null)
}

# ---- lambdas and enums ----
kinds 'lambdas' 0 --env all --length 1 --methods 'apply|take'
is '... are values' "$(grep -cE 'comp\.(apply|take)\(.*->' <<<"$source")" 2
is '... of which nothing is left out' "$(grep -c 'left out' "$out")" 0
kinds 'an enum' 0 --env all --length 1 --methods paint
is '... its constant' "$(grep -oE 'Kinds\.Color\.[A-Z]+' <<<"$source" | head -n 1)" Kinds.Color.RED

# ---- drawn values ----
kinds 'each value of a parameter' 1 --env all --length 1 --methods blue
kinds 'a value for each method' 0 --env universal --property exception --methods blue
found=no
for seed in 1 2 3 4 5 6 7 8 9 10; do
  "$HEDDLE" env -q --try 0 --search dfs --seed $seed --random-values -cp "$TEST_TMP/cp" --env all \
    --length 1 --methods blue p.q.Kinds >"$out" 2>&1 || found=yes
done
is 'drawn values reach others' $found yes
kinds 'drawn values' 4 --seed 3 --random-values --methods number
first=$source
kinds '... of the same seed' 4 --seed 3 --random-values --methods number
is '... are the same' "$source" "$first"
kinds '... of another seed' 4 --seed 4 --random-values --methods number
is '... are others' "$([ "$source" = "$first" ] && echo same)" ''

# ---- what main calls in every combination ----
javac -g --release 17 -d "$TEST_TMP/cp" tests/results/MaxRegister.java || exit 5
largest() { # NAME STATUS OPTION...: of two numbers that are written at a time
  "$HEDDLE" env -q --try 0 --search dfs -cp "$TEST_TMP/cp" --env all --length 1 \
    --methods writeMax "${@:3}" MaxRegister >"$out" 2>&1
  is "$1: exit status" $? "$2"
}
largest 'nobody looks behind the threads' 0
largest 'main looks behind the threads' 1 --before 'writeMax(0)' --after 'readMax(); writeMax(9)'
is '... at what the report says' \
  "$(grep -cE '^ +after the threads: readMax\(\) -> 1, writeMax\(9\) -> void$' "$out")" 1
is '... with what it called in front of them' \
  "$(grep -cE '^ +before the threads: writeMax\(0\)$' "$out")" 1
largest 'a larger one in front of all combinations' 0 --before 'writeMax(2147483647)' \
  --after 'readMax()'

# ---- the source of a component in a package, by javac and java ----
compiles() { # NAME JAVAC JAVA
  "$2" -cp "$TEST_TMP/cp" -d "$TEST_TMP/o" "$TEST_TMP/e/KindsEnvironment.java" >"$out" 2>&1
  is "$1: compiles" $? 0
  "$3" -cp "$TEST_TMP/cp:$TEST_TMP/o" KindsEnvironment >"$out" 2>&1
  is "$1: exit status" $? 0
}
kinds 'a source' 0 --env scenario 'apply(x -> 1); paint(p.q.Kinds.Color.BLUE) || take(() -> 2)'
compiles 'a source' javac java
kinds 'a source of all' 0 --env all --length 1 --methods 'apply|paint|number'
compiles 'a source of all' javac java

# ---- JDK 25 ----
jdk=${HEDDLE_JDK25:-/usr/lib/jvm/temurin-25-jdk-amd64}
if [ -f "$jdk/lib/modules" ]; then
  kinds 'JDK 25' 0 --java-home "$jdk" --env all --length 1 --methods 'apply|paint|number'
  compiles 'JDK 25' "$jdk/bin/javac" "$jdk/bin/java"
  "$HEDDLE" env -q --java-home "$jdk" --runs 20 java.util.ArrayList >"$out" 2>&1
  is 'JDK 25: a race in a class of the JDK' "$(grep -c '^error: data race' "$out")" 1
else
  skip 'JDK 25' "no JDK in $jdk"
fi

done_testing
