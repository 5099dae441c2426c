#!/usr/bin/env bash
# Races inside libraries: a race whose accesses both lie in a jar is listed and is no error, unless
# it leads to one.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH # the default, auto

mkdir -p "$TEST_TMP/lib" "$TEST_TMP/own" "$TEST_TMP/src/lib"
cat >"$TEST_TMP/src/lib/Lazy.java" <<'END'
package lib;

/** Caches that racing threads fill: `hash` reads its field once, `name` reads it twice. */
public class Lazy {
  private final String[] table = new String[4];
  private byte[] bytes;
  private int hash;
  private String name;

  public String entry(int i) {
    String s = table[i];
    if (s == null) {
      s = "lazy";
      table[i] = s;
    }
    return s;
  }

  public int bytes() {
    byte[] b = bytes;
    if (b == null) {
      b = new byte[] {7};
      bytes = b;
    }
    return b[0];
  }

  public static int fill(int[] given) {
    given[0] = 7;
    return given[0];
  }

  public int hash() {
    int h = hash;
    if (h == 0) {
      h = 7;
      hash = h;
    }
    return h;
  }

  public String name() {
    if (name == null) {
      name = "lazy";
    }
    return name;
  }
}
END
cat >"$TEST_TMP/src/Uses.java" <<'END'
import lib.Lazy;

public class Uses {
  static int own;
  static int[] array = new int[1];

  public static void main(String[] args) throws Exception {
    Lazy lazy = new Lazy();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> use(lazy, args[0]));
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
  }

  static void use(Lazy lazy, String what) {
    int found = switch (what.substring(0, 4)) {
      case "hash" -> lazy.hash();
      case "tabl" -> lazy.entry(1).length();
      case "byte" -> lazy.bytes();
      case "fill" -> Lazy.fill(array);
      default -> lazy.name().length();
    };
    if (found == 0) {
      throw new IllegalStateException("nothing");
    }
    if (what.contains("own")) {
      own++;
    }
    if (what.contains("array")) {
      array[0]++;
    }
  }
}
END
"$JAVAC" -d "$TEST_TMP/lib" "$TEST_TMP/src/lib/Lazy.java" || exit 5
"$JAVAC" -cp "$TEST_TMP/lib" -d "$TEST_TMP/own" "$TEST_TMP/src/Uses.java" || exit 5
(cd "$TEST_TMP/lib" && "${JAVA%java}jar" -cf "$TEST_TMP/lib.jar" lib) || exit 5
cp=$TEST_TMP/own:$TEST_TMP/lib.jar
out=$TEST_TMP/out

check() { # OPTION... WHAT: searches Uses; the report in $out, the exit status in $status
  "$HEDDLE" check -cp "$cp" "${@:1:$#-1}" Uses "${@: -1}" >"$out" 2>&1
  status=$?
}

first_line() { head -n 1 "$out"; }

check hash
is 'a cache that is read once: exit status' $status 0
is 'a cache that is read once: the first line counts the races' "$(first_line)" \
  'no error, 1 race inside libraries without consequence (--library-races: errors): the search is complete'
is 'a cache that is read once: the race is listed' \
  "$(grep -A 1 '^  races inside libraries, without consequence in .* (all of them):$' "$out" |
    tail -n 1 | grep -o 'lib.Lazy.hash')" lib.Lazy.hash
is 'a cache that is read once: the race is called a cache' \
  "$(grep -c '^      this looks like a cache: ' "$out")" 1
is 'a cache that is read once: the verdict claims no freedom of races' \
  "$(grep -c 'free of data races, so' "$out")" 0
again=$(sed -n 's/^  again: heddle //p' "$out")
eval "\"\$HEDDLE\" $again" >"$TEST_TMP/again"
is 'the named command has the same verdict' "$? $(head -n 1 "$TEST_TMP/again")" \
  '0 no error: the search is complete'

check --library-races hash
is '--library-races: the race is an error' "$status $(first_line | cut -d ' ' -f 1-3)" \
  '1 error: data race'
check --first-race hash
is '--first-race: the race is an error' "$status $(first_line | cut -d ' ' -f 1-3)" \
  '1 error: data race'

check name
is 'a cache that is read twice: exit status' $status 1
is 'a cache that is read twice: its effect comes first' \
  "$(first_line | grep -o 'NullPointerException')" NullPointerException
is 'a cache that is read twice: the race is named' \
  "$(grep -A 1 '^  races inside libraries (--library-races):$' "$out" | grep -o 'lib.Lazy.name')" \
  lib.Lazy.name
is 'a cache that is read twice: the race is not called one' "$(grep -c 'looks like' "$out")" 0

check table
is 'elements of an array: the race is listed' \
  "$status $(first_line | cut -d ' ' -f 1-4) $(sed -n 's/.* on \(lib.Lazy.table\[1\]\):.*/\1/p' "$out")" \
  '0 no error, 1 race lib.Lazy.table[1]'
again=$(sed -n 's/^  again: heddle //p' "$out")
eval "\"\$HEDDLE\" $again" >"$TEST_TMP/again"
is 'elements of an array: the named command has the same verdict' \
  "$? $(head -n 1 "$TEST_TMP/again")" '0 no error: the search is complete'
check --library-races table
is 'elements of an array, --library-races: the race is an error' \
  "$status $(first_line | cut -d ' ' -f 1-3)" '1 error: data race'
check bytes
is 'an array that is published by a race: its elements are not seen older' \
  "$status $(first_line | cut -d ' ' -f 1-4)" '0 no error, 2 races'
check fill
is "the library writes the program's array: the race is an error" \
  "$status $(first_line | cut -d ' ' -f 1-3) $(grep -c 'inside libraries' "$out")" '1 error: data race 0'
check table-array
is "a race on the program's array beside one of the library: it is the error" \
  "$status $(first_line | grep -o 'on Uses.array')" '1 on Uses.array'

check hash-own
is 'a race of the program beside one of the library: exit status' $status 1
is 'a race of the program beside one of the library: it is the error' \
  "$(first_line | grep -o 'data race (..) on [A-Za-z.]*' | sed 's/(..) //')" 'data race on Uses.own'

cp=$TEST_TMP/own:$TEST_TMP/lib
check hash
is 'the same classes in a folder are the program: exit status' $status 1
is 'the same classes in a folder are the program: the race is an error' \
  "$(first_line | cut -d ' ' -f 1-3)" 'error: data race'

cp=$TEST_TMP/own:$TEST_TMP/lib.jar
check --own '^lib[.]' hash
is '--own: classes of the jar are the program' "$status $(first_line | cut -d ' ' -f 1-3)" \
  '1 error: data race'
(cd "$TEST_TMP" && "${JAVA%java}jar" -cf all.jar -C own . -C lib .) || exit 5
cp=$TEST_TMP/all.jar
check hash
is 'the jar of the main class is the program' "$status $(first_line | cut -d ' ' -f 1-3)" \
  '1 error: data race'

# ---- tests ----
junit=$(class_path_of tests/java/junit "$TEST_TMP/test"):$TEST_TMP/lib.jar
for package in app lib; do
  cat >"$TEST_TMP/src/LazyTest.java" <<END
package $package;

import lib.Lazy;

public class LazyTest {
  static void both(Runnable r) throws InterruptedException {
    Thread a = new Thread(r);
    Thread b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
  }

  @org.junit.Test
  public void hashes() throws InterruptedException {
    Lazy lazy = new Lazy();
    both(lazy::hash);
  }

  @org.junit.Test
  public void counts() throws InterruptedException {
    int[] n = {0};
    both(() -> n[0]++);
    org.junit.Assert.assertEquals(2, n[0]);
  }
}
END
  "$JAVAC" -cp "$junit" -d "$TEST_TMP/test" "$TEST_TMP/src/LazyTest.java" || exit 5
done
tests() { # TEST OPTION...
  "$HEDDLE" check -q -cp "$junit" --junit "$@" >"$out" 2>&1
  status=$?
}
sarif=$TEST_TMP/sarif
tests app.LazyTest#hashes --sarif "$sarif"
is 'a test: the race is listed' "$status $(first_line | cut -d , -f 1,2) $(
  sed -n 2,3p "$out" | grep -c 'inside libraries, without\|on lib.Lazy.hash:'
)" '0 app.LazyTest#hashes: no error, 1 race inside libraries without consequence (--library-races: errors) 2'
is 'SARIF: the race is a note' "$(
  jq -r '.runs[0].results[] | "\(.ruleId) \(.level)"' "$sarif" | sort | tr '\n' ' '
)" 'race note verdict none '
tests lib.LazyTest#hashes
is "a test in the library's package: the race is an error" \
  "$status $(grep -c '^error: data race .* on lib.Lazy.hash' "$out")" '1 1'
tests app.LazyTest#counts
is 'a test with a race of its own: what it leads to is the answer' \
  "$status $(grep -c '^error: uncaught java.lang.AssertionError' "$out") $(
    grep -c '^  the data race that was found first' "$out"
  )" '1 1 1'
tests app.LazyTest#counts --first-race
is 'a test, --first-race: the race is the answer' \
  "$status $(grep -c '^error: data race' "$out")" '1 1'

cp=$TEST_TMP/own:$TEST_TMP/lib.jar
check --json hash
is 'JSON: verdict, races' \
  "$(json_value "$out" verdict) $(grep -c '"raced": "lib.Lazy.hash"' "$out")" 'no error 1'
check --json table
is 'JSON: elements of an array' \
  "$(json_value "$out" verdict) $(grep -c '"raced": "lib.Lazy.table\[\]"' "$out")" 'no error 1'
done_testing
