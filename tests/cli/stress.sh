#!/usr/bin/env bash
# heddle confirm --stress: runs of a program by itself. Only errors that show in nearly every run,
# or in none, are counted here: whether the others show depends on the machine.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
mkdir "$tmp/temporary"
export TMPDIR=$tmp/temporary
stress=$HEDDLE_JAVA/stress
harm=$HEDDLE_JAVA/harm

counterexample() { # CLASS-PATH OPTION... MAIN ARGUMENT...: writes $tmp/c.htrace
  local cp=$1
  shift
  rm -f "$tmp/c.htrace"
  "$HEDDLE" check -q --try 0 -o "$tmp/c.htrace" -cp "$cp" "$@" >"$tmp/check" 2>&1 </dev/null
}
stress() { # NAME STATUS FIRST-LINE OPTION...: FIRST-LINE without the JDK and the time
  local name=$1 status=$2 first=$3
  shift 3
  "$HEDDLE" confirm -q "$@" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
  is "$name: exit status" "$? $(cat "$tmp/err")" "$status "
  is "$name" "$(sed -n '1s/ in java .*: \(.*\), in .* s$/: \1/p' "$tmp/out")" "$first"
}
refused() { # NAME STATUS PATTERN OPTION...
  local name=$1 status=$2 pattern=$3
  shift 3
  "$HEDDLE" confirm -q "$@" "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
  is "$name: exit status" $? "$status"
  is "$name" "$(grep -cE -- "$pattern" "$tmp/err")" 1
}

# ---- an ordinary counterexample: its race shows in a large part of the runs
counterexample "$harm" --property exception ReportWorkers
"$HEDDLE" confirm -q --stress 1200 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'a frequent error: exit status' "$? $(cat "$tmp/err")" '0 '
is 'a frequent error: so many runs' \
  "$(grep -cE '^seen in java .*: [1-9][0-9,]* of 1,200 runs under stress, in [0-9.]+ s$' \
    "$tmp/out")" 1
is 'a frequent error is named' "$(sed -n 2p "$tmp/out" | grep -c NullPointerException)" 1
"$HEDDLE" confirm -q --json --stress 300 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
is 'JSON: exit status' $? 0
is 'JSON' "$(jq -c '[.stress.runs, .stress.seen > 0, .stress.seconds > 0, (.error | length > 0),
  (.jdk | length > 0), has("runs")]' "$tmp/out")" '[300,true,true,true,true,false]'

# ---- the repaired program is not the one of the trace
mkdir "$tmp/repaired"
sed 's/ReportWorkersFixed/ReportWorkers/g' tests/java/harm/ReportWorkersFixed.java \
  >"$tmp/ReportWorkers.java"
"$JAVAC" -d "$tmp/repaired" "$tmp/ReportWorkers.java"
refused 'repaired classes' 3 'is not the one' --stress 10 -cp "$tmp/repaired"

# ---- an older value
counterexample "$stress" --property exception --search dfs --stale-reads all BothWait
refused 'an older value' 4 \
  'older value of a location, which cannot be forced; heddle confirm --stress 10000 runs'
"$HEDDLE" confirm -q --stress 600 "$tmp/c.htrace" >"$tmp/out" 2>"$tmp/err"
status=$?
case $status in
  0) is 'an older value under stress' "$(grep -c '^seen in java' "$tmp/out")" 1 ;;
  *) is 'an older value under stress: nothing is concluded' "$status $(
    grep -c '^not seen in java .*: 0 of 600 runs' "$tmp/out") $(
    grep -c 'this does not show that it cannot happen' "$tmp/out")" '1 1 1' ;;
esac

# ---- each run has its own static fields; a run that does not show the error does not count
for argument in none list exit; do
  counterexample "$stress" --property exception --search dfs Late "$argument"
  stress "not seen, $argument" 1 'not seen: 0 of 3 runs under stress' --stress 3
done

# ---- other errors
counterexample "$stress" --property deadlock --search dfs Stuck
stress 'a deadlock' 0 'seen: 2 of 2 runs under stress' --stress 2
counterexample "$HEDDLE_JAVA/verdicts" --property hang --search dfs Hangs certain exchange
stress 'a hang' 0 'seen: 1 of 1 runs under stress' --stress 1
counterexample "$stress" --property exception --search dfs --swallowed Ends status
stress 'an exit status' 0 'seen: 2 of 2 runs under stress' --stress 2
counterexample "$stress" --property exception --search dfs Ends thread
stress 'an exception before the program ends the JVM' 0 'seen: 2 of 2 runs under stress' --stress 2
tests=$(class_path_of tests/java/junit "$tmp/tests")
cat >"$tmp/Aside.java" <<'END'
import static org.junit.jupiter.api.Assertions.fail;

class Aside {
  @org.junit.jupiter.api.Test void fails() throws Exception {
    Thread t = new Thread(() -> fail("aside"));
    t.start();
    t.join();
  }
}
END
"$JAVAC" -d "$tmp/tests" -cp "$tests" "$tmp/Aside.java"
counterexample "$tests" --property exception --search dfs --junit Aside#fails
stress 'a test' 0 'seen: 2 of 2 runs under stress' --stress 2

# ---- refused
refused 'no runs' 2 'at least one run' --stress 0
for option in '--runs 1' '--plain 1' "--emit $tmp/project"; do
  # shellcheck disable=SC2086 # two words
  refused "with $option" 2 "cannot be combined with ${option%% *}" --stress 1 $option
done
counterexample "$HEDDLE_SAMPLES/Publish" --property race Publish
refused 'a data race' 4 'a data race does not show in a run; --plain' --stress 1
counterexample "$HEDDLE_JAVA/verdicts" --property exception --search dfs --swallowed \
  Swallowed future
refused 'an exception that the library keeps' 4 \
  'does not show an exception that the library keeps' --stress 1

is 'no folder is left' "$(find "$TMPDIR" -mindepth 1 | wc -l)" 0
done_testing
