#!/usr/bin/env bash
# heddle confirm --emit: a counterexample as a JUnit test. It is red as long as the program has the
# error, green once the program is fixed, and needs no heddle where it runs.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
java=$JAVA_HOME/bin/java
jars=/usr/share/java
junit5=$(printf "$jars/%s.jar:" junit-jupiter-{api,engine} \
  junit-platform-{commons,engine,launcher,console,reporting} opentest4j apiguardian-api picocli)
junit4=$jars/junit4.jar:$jars/hamcrest-core.jar

counterexample() { # CLASS-PATH OPTION... MAIN ARGUMENT...: writes $tmp/c.htrace
  local cp=$1
  shift
  rm -f "$tmp/c.htrace"
  "$HEDDLE" check -q --try 0 --search dfs -o "$tmp/c.htrace" -cp "$cp" "$@" >"$tmp/check" 2>&1
}
emit() { # OPTION...: writes the test of $tmp/c.htrace below $tmp/project
  "$HEDDLE" confirm -q --runs 1 --emit "$tmp/project" "$@" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
}
compile() { # CLASS-PATH SOURCE...: into $tmp/classes, with the resources
  local path=$1
  shift
  rm -rf "$tmp/classes"
  cp -r "$tmp/project/src/test/resources" "$tmp/classes"
  "$JAVAC" -Xlint:all,-path -Werror -cp "$path" -d "$tmp/classes" \
    "$tmp/project/src/test/java/heddle/ForcedRun.java" "$@" 2>&1
}
run5() { # CLASS-PATH TEST: runs the test with JUnit 5, in another folder and without a PATH
  (cd / && env -i LC_ALL=C.UTF-8 "$java" -cp "$tmp/classes:$1:$junit5" \
    org.junit.platform.console.ConsoleLauncher --disable-ansi-colors -c "$2") >"$tmp/run" 2>&1
}

# ---- a program in a package, with an argument, a property and standard input
echo 3 >"$tmp/items"
counterexample "$HEDDLE_JAVA/confirm" --property exception -Dshop='a "b" ü\u' \
  --stdin "$tmp/items" shop.Stock 2
emit
is 'emitted: exit status' $? 0
source=$tmp/project/src/test/java/shop/StockScheduleTest.java
is 'the test is named' "$(grep -c "test to keep: $source" "$tmp/out")" 1
is 'it compiles without warnings' "$(compile "$junit5" "$source")" ''
run5 "$HEDDLE_JAVA/confirm" shop.StockScheduleTest
is 'the faulty program: exit status' $? 1
is 'the faulty program' "$(sed -n 's/^ *=> *//p' "$tmp/run")" 'java.lang.AssertionError: in the'\
' schedule that heddle found: uncaught java.lang.IllegalStateException in thread T2: a "b" ü\u sold'\
' "-1"'
named="$tmp/two words, größer"
cp -r "$HEDDLE_JAVA/confirm" "$named"
run5 "$named" shop.StockScheduleTest
is 'the faulty program in a folder beyond ASCII' \
  "$(grep -c 'AssertionError: in the schedule that heddle found' "$tmp/run")" 1
mkdir -p "$tmp/fixed"
sed 's/private static void take/private static synchronized void take/' \
  tests/java/confirm/shop/Stock.java >"$tmp/Stock.java"
"$JAVAC" -g -d "$tmp/fixed" "$tmp/Stock.java"
run5 "$tmp/fixed" shop.StockScheduleTest
is 'the fixed program: exit status' $? 0
is 'the fixed program leaves the schedule' \
  "$(grep -c '^heddle: the program left the schedule where' "$tmp/run")" 1
page=$tmp/project/src/test/resources/shop/StockScheduleTest.md
is 'the page names the library' "$(grep -c '<groupId>org.junit.jupiter<' "$page")" 1

# ---- JUnit 4; a deadlock; a second test of the same program
counterexample "$HEDDLE_SAMPLES/Philosophers" --property deadlock Philosophers 2
emit --junit4 --test-name NoDeadlockTest --json
is 'JUnit 4: exit status' $? 0
is 'JUnit 4: JSON' "$(jq -r .emitted.test "$tmp/out")" \
  "$tmp/project/src/test/java/NoDeadlockTest.java"
is 'JUnit 4: it compiles without warnings' \
  "$(compile "$junit4" "$tmp/project/src/test/java/NoDeadlockTest.java")" ''
(cd / && "$java" -cp "$tmp/classes:$HEDDLE_SAMPLES/Philosophers:$junit4" \
  org.junit.runner.JUnitCore NoDeadlockTest) >"$tmp/run" 2>&1
is 'a deadlock: exit status' $? 1
is 'a deadlock' "$(grep -c 'AssertionError: in the schedule that heddle found: deadlock' \
  "$tmp/run")" 1
emit --junit4 --test-name NoDeadlockTest
is 'the same test again' $? 0
counterexample "$HEDDLE_SAMPLES/Philosophers" --property deadlock Philosophers 3
emit --junit4 --test-name NoDeadlockTest
is 'another test of that name' $? 3
emit --test-name 'no name'
is 'not a name' $? 2

# ---- a test of JUnit becomes a test with a schedule
tests=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
counterexample "$tests" --property exception --junit Counting4#loses
emit
source=$tmp/project/src/test/java/Counting4ScheduleTest.java
is 'a test of JUnit 4: it compiles without warnings' "$(compile "$junit5" "$source")" ''
run5 "$tests" Counting4ScheduleTest
is 'a test of JUnit 4' "$(sed -n 's/^ *=> .* found: //p' "$tmp/run")" \
  'uncaught java.lang.AssertionError in thread T0: expected:<2> but was:<1>'

# ---- an exit status, and an exception that a future keeps
counterexample "$HEDDLE_JAVA/verdicts" --property exception --swallowed Swallowed exit
emit --test-name ExitTest
counterexample "$HEDDLE_JAVA/verdicts" --property exception --swallowed Swallowed future
emit --test-name KeptTest
source=$tmp/project/src/test/java
is 'kept failures: they compile without warnings' \
  "$(compile "$junit5" "$source/ExitTest.java" "$source/KeptTest.java")" ''
run5 "$HEDDLE_JAVA/verdicts" ExitTest
mkdir -p "$tmp/zero"
sed 's/System.exit(3)/System.exit(0)/' tests/java/verdicts/Swallowed.java >"$tmp/Swallowed.java"
"$JAVAC" -g -d "$tmp/zero" "$tmp/Swallowed.java"
is 'an exit status' "$(sed -n 's/^ *=> .* found: //p' "$tmp/run")" 'the program ended with status 3'
run5 "$tmp/zero" ExitTest
is 'the schedule with status 0' "$? $(grep -c 'ended with another status' "$tmp/run")" '0 1'
run5 "$HEDDLE_JAVA/verdicts" KeptTest
is 'an exception that a future keeps' "$(sed -n 's/^ *=> .* found: //p' "$tmp/run")" \
  'java.lang.AssertionError in thread T1, which the library keeps: second'

# ---- a JVM that does not start must not pass
compile "$junit4" "$tmp/project/src/test/java/NoDeadlockTest.java" >"$tmp/run"
for agent in "$tmp"/classes/heddle/*.so; do echo 'not a library' >"$agent"; done
(cd / && "$java" -cp "$tmp/classes:$HEDDLE_SAMPLES/Philosophers:$junit4" \
  org.junit.runner.JUnitCore NoDeadlockTest) >"$tmp/run" 2>&1
is 'an agent that cannot be loaded: exit status' $? 1
is 'an agent that cannot be loaded' "$(grep -c 'the JVM did not start the program' "$tmp/run")" 1

# ---- no test of a data race
counterexample "$HEDDLE_SAMPLES/Publish" --property race Publish
emit
is 'a data race: exit status' $? 4
is 'a data race' "$(grep -c 'no test can be written for a data race' "$tmp/err")" 1
done_testing
