#!/usr/bin/env bash
# heddle check --junit with a pattern, a package, a jar and a folder; several tests at a time; an
# interrupt.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
path=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
out=$TEST_TMP/out

cat >"$TEST_TMP/Base.java" <<'J'
package a;
public abstract class Base { @org.junit.Test public void inherited() {} }
J
cat >"$TEST_TMP/Mine.java" <<'J'
package a;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) @org.junit.jupiter.api.Test public @interface Mine {}
J
cat >"$TEST_TMP/FirstTest.java" <<'J'
package a;
public class FirstTest extends Base {
  public static class Inside { @org.junit.Test public void own() {} }
}
J
cat >"$TEST_TMP/SecondTest.java" <<'J'
package a.b;
class SecondTest {
  @a.Mine void composed() {}
  @org.junit.jupiter.api.Nested class In { @a.Mine void nested() {} }
}
J
cat >"$TEST_TMP/OldTest.java" <<'J'
package a.b;
public class OldTest extends junit.framework.TestCase {
  public void testThree() { assertEquals(3, 3); }
}
J
cat >"$TEST_TMP/Helper.java" <<'J'
package a.b;
public class Helper {
  @org.junit.Rule public org.junit.rules.TestName rule;
  static final String NAME = "Lorg/testng/annotations/Test;";
}
J
cat >"$TEST_TMP/WaitingTest.java" <<'J'
package w;
public class WaitingTest {
  @org.junit.Test public void quick() {}
  @org.junit.Test public void waits() throws Exception {
    java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
    Thread[] t = new Thread[8];
    for (int i = 0; i < t.length; i++) {
      int k = i;
      t[i] = new Thread(() -> { for (int j = 0; j < 50; j++) n.addAndGet(k * j); });
      t[i].start();
    }
    for (Thread x : t) x.join();
  }
}
J
classes=$TEST_TMP/classes
"$JAVAC" -g -nowarn -cp "$path" -d "$classes" "$TEST_TMP"/*.java 2>"$out" ||
  not_ok 'javac' "$(cat "$out")"
(cd "$classes" && "$JAVA_HOME/bin/jar" cf ../tests.jar .)
libraries=${path#*:}

verdicts() { # OPTIONS...
  "$HEDDLE" check "$@" >"$out" 2>"$out.err"
  echo $? >"$TEST_TMP/status"
  sed -nE 's,^([a-w]\..*): (no error|error|inconclusive|skipped|failed).*,\1 \2,p' "$out"
}

all='a.FirstTest#inherited no error
a.FirstTest$Inside#own no error
a.b.OldTest#testThree no error
a.b.SecondTest#composed() no error
a.b.SecondTest$In#nested() no error'
is 'a package and its subpackages' "$(verdicts -cp "$classes:$libraries" --junit a)" "$all"
is 'a package: each class has a line' \
  "$(grep -cE '^a\..*: [0-9]+ tests?, 0 with an error, .* \(class [1-4] of 4\)$' "$out.err")" 4
is 'several jobs: the same text' \
  "$(verdicts -q -cp "$classes:$libraries" --junit a --jobs 4)" "$all"
is 'one job: the same text' "$(verdicts -q -cp "$classes:$libraries" --junit a --jobs 1)" \
  "$all"
is 'quiet: no progress' "$(wc -c <"$out.err")" 0
is 'the totals are printed' \
  "$(tail -n 1 "$out")" '5 tests: 0 with an error, 5 without, 0 inconclusive, 0 skipped'
is 'a pattern without package' "$(verdicts -cp "$classes:$libraries" --junit 'Second*,Old*')" \
  'a.b.SecondTest#composed() no error
a.b.SecondTest$In#nested() no error
a.b.OldTest#testThree no error'
is 'a pattern with a package and a method' \
  "$(verdicts -cp "$classes:$libraries" --junit 'a.*Test#inherited')" \
  'a.FirstTest#inherited no error'
is 'a jar' "$(verdicts -cp "$libraries" --junit "$TEST_TMP/tests.jar" --max-states 500 |
  grep -v '^w')" "$all"
is 'a folder' "$(verdicts -cp "$libraries" --junit "$classes" --max-states 500 | grep -v '^w')" \
  "$all"
is 'inconclusive tests are grouped by reason' \
  "$(grep -c '^     1 inconclusive by max-states 500: w.WaitingTest#waits$' "$out")" 1
is 'the number of verdicts is printed' "$(tail -n 1 "$out")" \
  '7 tests: 0 with an error, 6 without, 1 inconclusive, 0 skipped; 6 of 7 reached a verdict'
is 'inconclusive: exit status' "$(cat "$TEST_TMP/status")" 4
verdicts -cp "$classes:$libraries" --junit 'Nowhere*' >/dev/null
is 'no test matches' "$(cat "$TEST_TMP/status") $(cat "$out.err")" \
  '3 heddle: --junit: no test class Nowhere* on the class path, nor one in a package of that name'
verdicts -cp "$classes:$libraries" --junit a.b.Helper >/dev/null
is 'a class without tests is reported' "$(cat "$TEST_TMP/status") $(cat "$out.err")" \
  '3 heddle: --junit: a.b.Helper has no test'

# After an interrupt, the tests that were searched are listed in order, and the reports are written.
"$HEDDLE" check -cp "$classes:$libraries" --junit w,a --jobs 1 --junit-xml "$TEST_TMP/r.xml" \
  >"$out" 2>"$out.err" &
pid=$!
for _ in $(seq 300); do
  grep -q '^w.WaitingTest#quick: no error' "$out" && break
  sleep 0.2
done
sleep 1
kill -TERM $pid
wait $pid
is 'interrupted: exit status' $? 143
is 'interrupted: finished tests are listed' \
  "$(grep -c '^interrupted: 1 test in 1 class searched, 5 classes or tests not completed$' "$out")" 1
is 'interrupted: the totals' "$(tail -n 1 "$out")" \
  '1 test: 0 with an error, 1 without, 0 inconclusive, 0 skipped'
is 'interrupted: the report is written' \
  "$("$JAVA" -cp "$HEDDLE_JAVA/reports" CheckReport xml "$TEST_TMP/r.xml" \
  tests/tools/reports/junit.xsd)" 'w.WaitingTest#quick: passed'
done_testing
