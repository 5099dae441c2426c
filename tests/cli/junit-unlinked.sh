#!/usr/bin/env bash
# heddle check --junit reports the reason if a class file of a test cannot be loaded, because of its
# superclass, a fixture or its initialiser.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
path=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
out=$TEST_TMP/out
write() { cat >"$TEST_TMP/$1.java"; }

write Gone <<<'public class Gone {}'
write Four <<<'public class Four extends Gone { @org.junit.Test public void t() {} }'
write Five <<<'class Five extends Gone { @org.junit.jupiter.api.Test void t() {} }'
write FiveFixture <<'J'
class FiveFixture {
  @org.junit.jupiter.api.BeforeEach void set(Gone g) {}
  @org.junit.jupiter.api.Test void t() {}
}
J
write NG <<<'public class NG extends Gone { @org.testng.annotations.Test public void t() {} }'
write NGFixture <<'J'
public class NGFixture {
  @org.testng.annotations.BeforeMethod public void set(Gone g) {}
  @org.testng.annotations.Test public void t() {}
}
J
write Fails <<'J'
public class Fails {
  static { if (true) throw new IllegalStateException("no set-up"); }
  @org.junit.Test public void t() {}
}
J
write Fine <<<'public class Fine { @org.junit.Test public void t() {} }'
write Helper <<<'public class Helper { @org.junit.Ignore public void t() {} }'
classes=$TEST_TMP/classes
"$JAVAC" -g -nowarn -cp "$path" -d "$classes" "$TEST_TMP"/*.java 2>"$out" ||
  not_ok 'javac' "$(cat "$out")"
rm "$classes/Gone.class"
libraries=${path#*:}

said() { # CLASS
  "$HEDDLE" check -q -cp "$classes:$libraries" --junit "$1" 2>&1
  echo "exit $?"
}
lost='java.lang.NoClassDefFoundError: Gone'
for class in Four Five FiveFixture NG NGFixture; do
  is "$class" "$(said $class)" "heddle: the tests of $class cannot be listed: $lost
exit 3"
done
is 'an initialiser that fails' "$(said Fails)" \
  "heddle: the tests of Fails cannot be listed: java.lang.IllegalStateException: no set-up
exit 3"
is 'a class that has no test' "$(said Helper)" 'heddle: --junit: Helper has no test
exit 3'

"$HEDDLE" check -q -cp "$libraries" --junit "$classes" >"$out" 2>"$out.err"
is 'a folder: each class that failed is reported' "$(grep -c 'cannot be listed' "$out.err")" 6
is 'a folder: the totals' "$(tail -n 1 "$out" | sed 's/;.*//')" \
  '7 tests: 0 with an error, 1 without, 0 inconclusive, 0 skipped, 6 could not be searched'
