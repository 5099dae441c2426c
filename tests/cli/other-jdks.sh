#!/usr/bin/env bash
# The same binary runs the class library of every other JDK on this machine: some test programs,
# compared with that JDK's java, and a program that only its own javac can compile.
# timeout: 240
set -u
n=0 failed=0
here=$(readlink -f "${JAVA_HOME:-$(dirname "$(readlink -f "$(command -v "${JAVA:-java}")")")/..}")

agree() { # JDK CLASSES MAIN
  local a b
  n=$((n + 1))
  "$1/bin/java" -ea -cp "$2" "$3" >"$TEST_TMP/java.out" 2>/dev/null </dev/null; a=$?
  JAVA_HOME=$1 "$HEDDLE" run -cp "$2" "$3" >"$TEST_TMP/heddle.out" 2>"$TEST_TMP/heddle.err" \
    </dev/null
  b=$?
  if [ $a -eq $b ] && [ -s "$TEST_TMP/java.out" ] &&
      cmp -s "$TEST_TMP/java.out" "$TEST_TMP/heddle.out"; then
    echo "ok $n - $3 with $(basename "$1")"
  else
    echo "not ok $n - $3 with $(basename "$1") (java $a, heddle $b)"
    diff "$TEST_TMP/java.out" "$TEST_TMP/heddle.out" | head -n 8 | sed 's/^/# /'
    head -n 5 "$TEST_TMP/heddle.err" | sed 's/^/# /'
    failed=1
  fi
}

# The complete state space of a program that uses the library's locks, queues and pools.
complete() { # JDK STATUS MAIN [ARG...]
  local jdk=$1 want=$2 status
  shift 2
  n=$((n + 1))
  JAVA_HOME=$jdk "$HEDDLE" check -q --contracts --time $((60 * ${HEDDLE_SLOW:-1})) \
    -cp "$HEDDLE_JAVA/verdicts" "$@" >"$TEST_TMP/check.out" 2>&1
  status=$?
  if [ $status -eq "$want" ]; then
    echo "ok $n - check $* with $(basename "$jdk")"
  else
    echo "not ok $n - check $* with $(basename "$jdk") (exit status $status)"
    head -n 5 "$TEST_TMP/check.out" | sed 's/^/# /'
    failed=1
  fi
}

newest() { # JDK: features of 21 and later
  mkdir -p "$TEST_TMP/new"
  cat >"$TEST_TMP/new/Newest.java" <<'X'
import java.util.*;
import java.util.concurrent.*;
public class Newest {
  sealed interface Shape permits Circle, Square {}
  record Circle(double r) implements Shape {}
  record Square(double side) implements Shape {}
  static String name(Object o) {
    return switch (o) {
      case Integer i when i > 10 -> "big " + i;
      case Integer i -> "int " + i;
      case String s -> "string " + s.length();
      case Circle(double r) -> "circle " + r;
      case Square q -> "square " + q.side();
      case null -> "null";
      default -> o.getClass().getSimpleName();
    };
  }
  public static void main(String[] args) throws Exception {
    for (Object o : new Object[] {5, 50, "abc", new Circle(2), new Square(3), null, 'c'})
      System.out.println(name(o));
    System.out.println(List.of(1, 2, 3).reversed());
    Thread v = Thread.ofVirtual().start(() -> System.out.println("virtual"));
    v.join();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      System.out.println(pool.submit(() -> 42).get());
    }
    Thread.sleep(java.time.Duration.ofMillis(2));
  }
}
X
  "$1/bin/javac" -d "$TEST_TMP/new" "$TEST_TMP/new/Newest.java" && agree "$1" "$TEST_TMP/new" Newest
}

for modules in /usr/lib/jvm/*/lib/modules; do
  [ -e "$modules" ] || continue
  jdk=$(readlink -f "$(dirname "$modules")/..")
  [ -x "$jdk/bin/java" ] && [ "$jdk" != "$here" ] || continue
  case " ${seen:-} " in *" $jdk "*) continue ;; esac
  seen="${seen:-} $jdk"
  release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
  [ "${release:-0}" -ge 17 ] || continue
  for program in Strings Maps Streams Formatting Reflection StackTraces ThreadBasics Pools Atomics \
      UncaughtInThread; do
    agree "$jdk" "$HEDDLE_JAVA/programs" $program
  done
  for program in SafeProducer SafeReadWriteLock SafeSemaphore SafeLatchPool \
      SafeParallel SafeScheduled SafePool; do
    complete "$jdk" 0 $program
  done
  complete "$jdk" 1 SafeSemaphore wrong
  complete "$jdk" 1 DeadPool
  complete "$jdk" 0 BulkNatives print
  complete "$jdk" 1 --property exception BulkNatives clone
  complete "$jdk" 4 SoundFinalWritten
  [ "$release" -ge 21 ] && [ -x "$jdk/bin/javac" ] && newest "$jdk"
done
[ $n -gt 0 ] || { echo "no other JDK"; exit 77; }
echo "1..$n"
exit $failed
