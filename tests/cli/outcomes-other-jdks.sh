#!/usr/bin/env bash
# The outcome tests with the class library of every other JDK on this machine, whose
# java.util.concurrent differs in places; and virtual threads if the JDK has them.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
here=$(readlink -f "${JAVA_HOME:-$(dirname "$(readlink -f "$(command -v "${JAVA:-java}")")")/..}")

virtual_threads() { # JDK: two virtual threads can lose an update
  local got
  mkdir -p "$TEST_TMP/virtual"
  cat >"$TEST_TMP/virtual/Virtual.java" <<'J'
public class Virtual {
  static volatile int counter;

  public static void main(String[] args) throws InterruptedException {
    Thread a = Thread.startVirtualThread(() -> counter++);
    Thread b = Thread.startVirtualThread(() -> counter++);
    a.join();
    b.join();
    System.out.println(counter);
  }
}
J
  cat >"$TEST_TMP/virtual/Unnamed.java" <<'J'
public class Unnamed {
  static int shared;

  public static void main(String[] args) throws InterruptedException {
    Thread a = Thread.startVirtualThread(() -> shared = 1);
    Thread b = Thread.ofVirtual().name("named").start(() -> shared = 2);
    a.join();
    b.join();
  }
}
J
  "$1/bin/javac" -d "$TEST_TMP/virtual" "$TEST_TMP/virtual/"*.java || {
    not_ok "virtual threads compile"
    return
  }
  got=$(JAVA_HOME=$1 "$HEDDLE" check --outcomes --property deadlock -cp "$TEST_TMP/virtual" \
    Virtual |
    sed -nE '1p; s/^  outcome [0-9]+: (.*), met .*/\1/p' | tr '\n' '|')
  is "virtual threads with $(basename "$1")" "$got" \
    'no error: the search is complete|exit 0, printed "1\n"|exit 0, printed "2\n"|'
  got=$(JAVA_HOME=$1 "$HEDDLE" check --search bfs -cp "$TEST_TMP/virtual" Unnamed |
    grep -oE 'thread T[0-9] [a-z]+' | sort -u | tr '\n' '|')
  is "the virtual threads of a report with $(basename "$1")" "$got" \
    'thread T1 lambda|thread T2 named|'
}

for modules in /usr/lib/jvm/*/lib/modules; do
  [ -e "$modules" ] || continue
  jdk=$(readlink -f "$(dirname "$modules")/..")
  [ -x "$jdk/bin/java" ] && [ "$jdk" != "$here" ] || continue
  case " ${seen:-} " in *" $jdk "*) continue ;; esac
  seen="${seen:-} $jdk"
  release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
  [ "${release:-0}" -ge 17 ] || continue
  for name in BrokenBarrier CancelledTask CompletableFutures ConcurrentMaps Conditions Exchangers \
    ForkJoins Handlers Hooks Interrupts \
    InvokeAll Phasers ReadWriteLocks Scheduled StampedLocks Transfers; do
    mkdir -p "$TEST_TMP/$name"
    if said=$(JAVA=$jdk/bin/java JAVA_HOME=$jdk TEST_TMP=$TEST_TMP/$name \
        tests/tools/run-outcomes.sh "$name"); then
      ok "$name with $(basename "$jdk")"
    else
      not_ok "$name with $(basename "$jdk")" "$(grep -A3 '^not ok' <<<"$said")"
    fi
  done
  [ "$release" -ge 21 ] && [ -x "$jdk/bin/javac" ] && virtual_threads "$jdk"
done
[ "$tap_count" -gt 0 ] || { echo 'no other JDK'; exit 77; }
done_testing
