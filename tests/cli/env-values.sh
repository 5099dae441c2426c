#!/usr/bin/env bash
# Values of heddle env: random values, lambdas and enum constants; components in packages with their
# emitted source; and the same with JDK 25 if it is installed.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
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

kinds() { # NAME STATUS OPTION...: sets source to the emitted source
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
is '... are used as values' "$(grep -cE 'comp\.(apply|take)\(.*->' <<<"$source")" 2
is '... and no method is omitted' "$(grep -c 'left out' "$out")" 0
kinds 'an enum constant' 0 --env all --length 1 --methods paint
is '... is used as a value' \
  "$(grep -oE 'Kinds\.Color\.[A-Z]+' <<<"$source" | head -n 1)" Kinds.Color.RED

# ---- random values ----
kinds 'each value of a parameter is tried' 1 --env all --length 1 --methods blue
kinds 'each method has its own values' 0 --env universal --property exception --methods blue
found=no
for seed in 1 2 3 4 5 6 7 8 9 10; do
  "$HEDDLE" env -q --try 0 --search dfs --seed $seed --random-values -cp "$TEST_TMP/cp" --env all \
    --length 1 --methods blue p.q.Kinds >"$out" 2>&1 || found=yes
done
is 'random values beyond the fixed ones are drawn' $found yes
kinds 'random values' 4 --seed 3 --random-values --methods number
first=$source
kinds 'random values with the same seed' 4 --seed 3 --random-values --methods number
is '... are the same' "$source" "$first"
kinds 'random values with another seed' 4 --seed 4 --random-values --methods number
is '... are different' "$([ "$source" = "$first" ] && echo same)" ''

# ---- calls of main in every combination ----
javac -g --release 17 -d "$TEST_TMP/cp" tests/java/results/MaxRegister.java || exit 5
largest() { # NAME STATUS OPTION...: two threads each write a number
  "$HEDDLE" env -q --try 0 --search dfs -cp "$TEST_TMP/cp" --env all --length 1 \
    --methods writeMax "${@:3}" MaxRegister >"$out" 2>&1
  is "$1: exit status" $? "$2"
}
largest 'main does not read after the threads' 0
largest 'main reads after the threads' 1 --before 'writeMax(0)' --after 'readMax(); writeMax(9)'
is '... and the report shows these calls' \
  "$(grep -cE '^ +after the threads: readMax\(\) -> 1, writeMax\(9\) -> void$' "$out")" 1
is '... and those before the threads' \
  "$(grep -cE '^ +before the threads: writeMax\(0\)$' "$out")" 1
largest 'main writes a larger value before every combination' 0 --before 'writeMax(2147483647)' \
  --after 'readMax()'

# ---- the source of a component in a package compiles and runs ----
compiles() { # NAME JAVAC JAVA
  "$2" -cp "$TEST_TMP/cp" -d "$TEST_TMP/o" "$TEST_TMP/e/KindsEnvironment.java" >"$out" 2>&1
  is "$1: compiles" $? 0
  "$3" -cp "$TEST_TMP/cp:$TEST_TMP/o" KindsEnvironment >"$out" 2>&1
  is "$1: exit status" $? 0
}
kinds 'a source' 0 --env scenario 'apply(x -> 1); paint(p.q.Kinds.Color.BLUE) || take(() -> 2)'
compiles 'a source' javac java
kinds 'a source with all combinations' 0 --env all --length 1 --methods 'apply|paint|number'
compiles 'a source with all combinations' javac java

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
