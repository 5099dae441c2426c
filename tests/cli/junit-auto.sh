#!/usr/bin/env bash
# heddle check --junit by default: --search auto searches each test within its own time; the
# verdicts say which search answered and whether the answer rests on contracts.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
path=$(class_path_of tests/java/junit "$HEDDLE_JAVA/junit")
out=$TEST_TMP/out xml=$TEST_TMP/r.xml sarif=$TEST_TMP/r.sarif
slow=${HEDDLE_SLOW:-1}
tests() { # OPTION...: sets status, out, out.err; 30 s for each test unless --time is given
  "$HEDDLE" check -q --time $((30 * slow)) "$@" >"$out" 2>"$out.err" </dev/null
  status=$?
}
heads() { # prints the line of each test without figures
  grep -E '^(Counting[45]|Large|Fails)[A-Za-z$]*#' "$out" |
    sed -E 's/ \([0-9]+ states?, [0-9.]+ s\)$//'
}
alike() { sed -E 's/; [0-9.]+ s, [0-9]+ MB$//; /^  keep it with -o/d' "$1"; }
answer() { # prints only the answer of a test with an error
  alike "$out" |
    sed -E '/^[A-Z].*#/d; /^[0-9]+ tests?: /d; /^  again:/d' |
    sed -E '/^  .* +(done|ended|stopped|running) +[0-9.]+ s( |$)/d'
}
repeats() { # NAME: the command named beside an error finds the same error
  local -a again
  eval "again=($(sed -n 's/^  again: heddle //p' "$out"))"
  answer >"$TEST_TMP/first"
  "$HEDDLE" "${again[@]}" >"$out" 2>&1 </dev/null
  is "$1: the named command has the same exit status" $? 1
  is "$1: ... and the same answer" "$(answer)" "$(cat "$TEST_TMP/first")"
}

# ---- small tests: the same search answers on any number of processors ----
small='Counting4#counts,Counting4#loses,Counting4#ignored,Counting4#deadlocks'
want='Counting4#counts: no error, by every step
Counting4#loses: error, by every step
Counting4#ignored: skipped, by every step
Counting4#deadlocks: error, by every step'
for jobs in 1 3; do
  tests --jobs $jobs -cp "$path" --junit "$small"
  is "--jobs $jobs: exit status" $status 1
  is "--jobs $jobs: the same searches answer" "$(heads)" "$want"
  is "--jobs $jobs: the totals" "$(tail -n 1 "$out")" \
    '4 tests: 2 with an error, 1 without, 0 inconclusive, 1 skipped'
done
tests --search auto --junit-xml "$xml" --sarif "$sarif" -o "$TEST_TMP/loses.htrace" \
  -cp "$path" --junit 'Counting4#loses' --source-path tests/java/junit
is '--search auto with reports' "$status $(heads)" '1 Counting4#loses: error, by every step'
is 'one test: its counterexample is written' \
  "$(grep -c "^  trace: $TEST_TMP/loses.htrace\$" "$out")" 1
"$HEDDLE" replay --json "$TEST_TMP/loses.htrace" -cp "$path" >"$TEST_TMP/replayed" 2>&1
is 'one test: it replays' "$(json_value "$TEST_TMP/replayed" verdict)" error
is 'XML: valid' \
  "$("$JAVA" -cp "$HEDDLE_JAVA/reports" CheckReport xml "$xml" tests/tools/reports/junit.xsd)" \
  'Counting4#loses: failure java.lang.AssertionError'
is 'XML: the search that answered is named' "$(grep -c 'heddle: error, by every step, ' "$xml")" 1
is 'SARIF: valid, with the steps' "$("$JAVA" -cp "$HEDDLE_JAVA/reports" CheckReport sarif "$sarif" |
  sed 's/java:[0-9]*/java:N/')" \
  'Counting4#loses: exception fail tests/java/junit/Counting4.java:N with steps'
is 'no file is left' "$(find "$TEST_TMP" -name '*.new' -o -name '*.part' | wc -l)" 0
tests -cp "$path" --junit 'Counting5#sized'
is 'a test that the test framework generated' \
  "$(heads)" 'Counting5#sized(int)[1] 1: no error, by every step
Counting5#sized(int)[2] 2: error, by every step'
is 'a generated test: the class path is as given' \
  "$(grep -cE '^  again: .* -cp ' "$out") $(grep -c -- '--class-path' "$out")" '1 0'
repeats 'a generated test'

# ---- too large with every step, but not with contracts; in a folder of classes ----
cat >"$TEST_TMP/LargeTest.java" <<'J'
public class LargeTest {
  @org.junit.Test public void hands() throws Exception { SafeProducer.main(new String[0]); }
  @org.junit.Test public void big() throws Exception { BigSpace.main(new String[] {"9", "9"}); }
  @org.junit.Test public void big2() throws Exception { BigSpace.main(new String[] {"9", "9"}); }
}
J
cat >"$TEST_TMP/FailsTest.java" <<'J'
public class FailsTest {
  @org.junit.Test public void fails() throws Exception {
    java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();
    Thread t = new Thread(n::incrementAndGet);
    t.start();
    int seen = n.get();
    t.join();
    org.junit.Assert.assertEquals(0, seen);
  }
}
J
large=$HEDDLE_JAVA/verdicts:$path
"$JAVAC" -g -nowarn -cp "$large" -d "$TEST_TMP/classes" "$TEST_TMP/LargeTest.java" 2>"$out" ||
  not_ok 'javac' "$(cat "$out")"
"$JAVAC" -g -nowarn -cp "$path" -d "$TEST_TMP/folder" "$TEST_TMP/FailsTest.java" 2>"$out" ||
  not_ok 'javac' "$(cat "$out")"
tests --jobs 2 --time $((15 * slow)) --junit-xml "$xml" --sarif "$sarif" \
  -cp "$TEST_TMP/classes:$large" --junit 'LargeTest#hands'
is 'with contracts: exit status' $status 0
how=', by contracts, taking [0-9]+ methods? of the JDK as one step each'
is 'with contracts: the number of methods is printed' \
  "$(heads | grep -cE "^LargeTest#hands: no error$how\$")" 1
is 'with contracts: the totals' "$(tail -n 1 "$out")" \
  '1 test: 0 with an error, 1 without (1 by contracts), 0 inconclusive, 0 skipped'
is 'with contracts: XML' "$(grep -cE "heddle: no error$how, [0-9]+ states; scope: " "$xml")" 1
is 'with contracts: SARIF' "$(grep -cE "hands: no error$how, within the scope: " "$sarif")" 1
tests --json --jobs 1 --time $((20 * slow)) -cp "$TEST_TMP/classes:$large" --junit 'LargeTest#hands'
is 'with contracts: JSON' "$status $(json_value "$out" by_contracts) \
$(json_value "$out" answered) $(json_value "$out" methods | sed 's/^[0-9]*/N/')" \
  '0 1 contracts N methods of the JDK'
tests --strict --time $((5 * slow)) --junit-xml "$xml" -cp "$TEST_TMP/classes:$large" \
  --junit 'LargeTest#hands'
is 'strict: exit status' $status 4
is 'strict: no verdict' "$(heads)" 'LargeTest#hands: inconclusive'
is 'strict: partial results are printed' \
  "$(grep -c '^  no error with verified JDK methods as one step each (' "$out")" 1
is 'strict: XML' "$(grep -c "<skipped message=\"inconclusive: time $((5 * slow)) s\"/>" "$xml")" 1
tests -cp "$path" --junit "$TEST_TMP/folder"
is 'a folder: the search that answered is named' "$(heads)" 'FailsTest#fails: error, by every step'
repeats 'a folder'
HEDDLE_SEARCH=bfs tests -cp "$path" --junit 'Counting4#counts'
is 'HEDDLE_SEARCH selects one search' "$status $(heads)" '0 Counting4#counts: no error'
tests --depth 500 -cp "$path" --junit 'Counting4#counts'
is 'an option for one search selects one search' "$status $(heads)" '0 Counting4#counts: no error'

# ---- the jobs ----
side_by_side() { # prints for each test whether its searches ran in parallel
  awk '/"auto": \{/ { a = 1; sum = 0 }
       a && /"members": \[/ { m = 1 }
       a && /"seconds":/ && m { sum += $2 }
       m && /^ *\],?$/ { m = 0; next }
       a && /"seconds":/ && !m { print(sum > 1.4 * $2 ? "yes" : "no"); a = 0 }' "$out"
}
tests --json --jobs 2 --time $((4 * slow)) -cp "$TEST_TMP/classes:$large" --junit 'LargeTest#big2'
is 'a single test uses all jobs' "$status $(side_by_side)" '4 yes'
tests --json --jobs 2 --time $((4 * slow)) -cp "$TEST_TMP/classes:$large" \
  --junit 'LargeTest#big,LargeTest#big2'
is 'as many tests as jobs use one job each' "$status $(side_by_side | tr '\n' ' ')" '4 no no '

# ---- a main program with reports ----
tests --property exception --junit-xml "$xml" --sarif "$sarif" -cp "$HEDDLE_JAVA/verdicts" \
  ErrorLostUpdate
is 'a main class: exit status' $status 1
alike "$out" >"$TEST_TMP/with"
tests --property exception -cp "$HEDDLE_JAVA/verdicts" ErrorLostUpdate
is 'a main class: the text is that without reports' "$(cat "$TEST_TMP/with")" "$(alike "$out")"
is 'a main class: XML' "$(grep -c 'heddle: error, by every step, ' "$xml")" 1
done_testing
