#!/usr/bin/env bash
# The test harness: `tests/run.sh [--long] [SUITE[/NAME]...]`, normally called by `make test`.
#
# Suites, each a list of tests that run two at a time, each with its own time limit:
#   unit      cmocka executables of tests/unit/test_*.c           HEDDLE_BUILD/tests/
#   programs  tests/programs/*.java, `heddle run` against java    tests/run-programs.sh NAME
#             The same for tests/programs8 and so on (javac.options there) and for each other JDK that is installed.
#             In those run the rows of verdicts, the outcomes and the jars too, as NAME@JDK: one of twelve, which ones by
#             HEDDLE_SAMPLE (0 when left out), or all with --long or when a name with @ is asked for.
#   jars      tests/jars/*/*.java, the same with libraries       tests/run-programs.sh jars/FOLDER/NAME
#   verdicts  rows of tests/verdicts/*.txt, `heddle check`        tests/run-verdicts.sh FILE:LINE
#   outcomes  tests/outcomes/*.java, the ends that a search may reach    tests/run-outcomes.sh NAME
#   cli       scripts tests/cli/*.sh
#   pty       cmocka executables of tests/pty/test_*.c            HEDDLE_BUILD/tests/pty/
#   long      scripts tests/long/*.sh and the rows of tests/verdicts/long.txt, only with --long
#
# The protocol of a test: exit status 0 passed, 77 skipped (the last line of output is the reason), anything else
# failed. Output in TAP form ("ok 1 - name", "not ok 2 - name", "ok 3 # SKIP why") is counted line by line.
# A line "timeout: SECONDS" in a test's source replaces the suite's time limit.
#
# Tests find in their environment: HEDDLE_ROOT, HEDDLE_BUILD (absolute), HEDDLE (the binary), HEDDLE_JAVA (class files:
# one folder for each folder of tests/ with Java sources), HEDDLE_SAMPLES, JAVA, JAVAC, JAVA_HOME and TEST_TMP (a folder
# of the test's own, kept when it fails). The last line of the output is "N passed, N failed, N skipped".
set -u
export LC_ALL=C.UTF-8

run_one() { # LIMIT SUITE NAME COMMAND...: runs one test and appends its counts to $RESULTS/counts
  local limit=$1 suite=$2 name=$3
  shift 3
  local slug=${suite}-${name//[^A-Za-z0-9_.-]/_}
  local out=$RESULTS/$slug.out start=$EPOCHREALTIME status seconds
  export TEST_TMP=$RESULTS/$slug.tmp
  rm -rf "$TEST_TMP"
  mkdir -p "$TEST_TMP"
  CMOCKA_MESSAGE_OUTPUT=TAP timeout --kill-after=5 "$limit" "$@" >"$out" 2>&1 </dev/null
  status=$?
  seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
  report "$suite" "$name" "$status" "$limit" "$seconds" "$out"
  [ "$status" -ne 0 ] || rm -rf "$TEST_TMP"
}

report() { # SUITE NAME STATUS LIMIT SECONDS OUTPUT
  local suite=$1 name=$2 status=$3 limit=$4 seconds=$5 out=$6 passed failed skipped word why=
  passed=$(grep -E '^ok ' "$out" | grep -cviE '# *skip')
  skipped=$(grep -ciE "^(not )?ok .*# *skip" "$out") # cmocka 1.1 says "not ok 2 # SKIP"
  failed=$(grep -E "^not ok " "$out" | grep -cviE "# *skip")
  if [ $((passed + failed + skipped)) -eq 0 ]; then
    case $status in
      0) passed=1 ;;
      77) skipped=1 ;;
      *) failed=1 ;;
    esac
  elif [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
    failed=1
  fi
  case $status in
    124 | 137) why=" (time limit of $limit s)" ;;
    77) why=" ($(tail -n 1 "$out"))" ;;
    0) ;;
    *) why=" (exit status $status)" ;;
  esac
  word=PASS
  [ "$skipped" -gt 0 ] && [ "$passed" -eq 0 ] && word=SKIP
  [ "$failed" -gt 0 ] && word=FAIL
  {
    flock 9
    printf '%s %s\n' "$word" "$suite/$name: $passed passed, $failed failed, $skipped skipped, $seconds s$why"
    [ "$word" != PASS ] || grep -iE '^(not )?ok .*# *skip' "$out" | sed 's/^/    /'
    if [ "$word" = FAIL ]; then
      tail -n 60 "$out" | sed 's/^/    /'
      [ "$(wc -l <"$out")" -le 60 ] || printf '    (all of it: %s)\n' "$out"
      printf '%s\n' "$suite/$name$why" >>"$RESULTS/failures"
    fi
    printf '%d %d %d\n' "$passed" "$failed" "$skipped" >>"$RESULTS/counts"
  } 9>"$RESULTS/lock"
}

if [ "${1-}" = --one ]; then
  shift
  run_one "$@"
  exit 0
fi

HEDDLE_ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$HEDDLE_ROOT" || exit 5
HEDDLE_BUILD=$(realpath -m "${HEDDLE_BUILD:-build}")
HEDDLE=$(realpath -m "${HEDDLE:-$HEDDLE_BUILD/heddle}")
HEDDLE_JAVA=$HEDDLE_BUILD/java
HEDDLE_SAMPLES=$HEDDLE_BUILD/samples
JAVA=${JAVA:-java}
JAVAC=${JAVAC:-javac}
JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v "$JAVA")")")")}
RESULTS=$HEDDLE_BUILD/test-results
export HEDDLE_ROOT HEDDLE_BUILD HEDDLE HEDDLE_JAVA HEDDLE_SAMPLES JAVA JAVAC JAVA_HOME RESULTS
export ASAN_OPTIONS=${ASAN_OPTIONS:-exitcode=99:detect_leaks=1} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
unset HEDDLE_OPTIONS NO_COLOR COLUMNS LINES JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH

suites=(cli pty unit programs jars verdicts outcomes) # the long ones first, so that both cores are busy to the end
[ "${1-}" = --long ] && { suites+=(long); shift; }
wanted=("$@")
# Builds that check more run slower.
slow=1
case $HEDDLE_BUILD in *-asan* | *-stress*) slow=6 ;; esac
export HEDDLE_SLOW=$slow

rm -rf "$RESULTS"
mkdir -p "$RESULTS"
# Other JDKs of at least the release that heddle is made for: the programs run in them too.
other_jdks=()
is_long=no
case " ${suites[*]} " in *' long '*) is_long=yes ;; esac
is_wanted_suite() { [ ${#wanted[@]} -eq 0 ] || printf '%s\n' "${wanted[@]}" | grep -q "^$1"; }
if is_wanted_suite programs || is_wanted_suite verdicts || is_wanted_suite outcomes || is_wanted_suite jars; then
  for jdk in /usr/lib/jvm/*; do
    [ ! -L "$jdk" ] && [ -x "$jdk/bin/javac" ] && [ -f "$jdk/lib/modules" ] && [ ! "$jdk" -ef "$JAVA_HOME" ] || continue
    release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
    [ "${release:-0}" -gt 17 ] && other_jdks+=("$jdk")
  done
fi
for jdk in "${other_jdks[@]}"; do
  is_wanted_suite programs || break
  JAVAC=$jdk/bin/javac tests/compile-java.sh "$HEDDLE_JAVA/${jdk##*/}" --like programs ||
    { echo "tests/compile-java.sh failed for $jdk"; echo '0 passed, 1 failed, 0 skipped'; exit 1; }
done
tests/compile-java.sh "$HEDDLE_JAVA" || { echo 'tests/compile-java.sh failed'; echo '0 passed, 1 failed, 0 skipped'; exit 1; }

is_wanted() { # SUITE NAME
  local w
  [ ${#wanted[@]} -eq 0 ] && return 0
  for w in "${wanted[@]}"; do
    # shellcheck disable=SC2254 # patterns are welcome
    case $1/$2 in $w | $w/* | $1/$w) return 0 ;; esac
  done
  return 1
}

add() { # LIMIT SOURCE SUITE NAME COMMAND...: one job, NUL-terminated lines of TAB-separated words
  local limit=$1 source=$2 own
  is_wanted "$3" "$4" || return 0
  own=$(head -n 30 "$source" 2>/dev/null | sed -n 's/.*timeout: *\([0-9][0-9]*\).*/\1/p' | head -n 1)
  shift 2
  job_count=$((job_count + 1))
  printf '%s\n' $((${own:-$limit} * slow)) "$@" >"$RESULTS/jobs/$(printf %05d $job_count)"
}

is_sampled() { # NAME: is it run in other JDKs this time?
  local sum
  [ $is_long = no ] || return 0
  case "${wanted[*]}" in *@*) return 0 ;; esac
  sum=$(cksum <<<"$1")
  [ $((${sum%% *} % 12)) -eq $((${HEDDLE_SAMPLE:-0} % 12)) ]
}

add_in_other_jdks() { # LIMIT SOURCE SUITE NAME COMMAND...: the class files are the same ones
  local limit=$1 source=$2 suite=$3 name=$4 jdk
  shift 4
  [ ${#other_jdks[@]} -gt 0 ] && is_sampled "$name" || return 0
  ! sed 's/ *#.*//' tests/verdicts/other-jdks.skip | grep -qxF "$name" || return 0
  for jdk in "${other_jdks[@]}"; do
    add "$limit" "$source" "$suite" "$name@${jdk##*/}" env JAVA_HOME="$jdk" JAVA="$jdk/bin/java" "$@"
  done
}

job_count=0
mkdir -p "$RESULTS/jobs"
for suite in "${suites[@]}"; do
  case $suite in
    unit)
      for f in tests/unit/test_*.c; do
        [ -e "$f" ] && n=$(basename "$f" .c) && add 120 "$f" unit "$n" "$HEDDLE_BUILD/tests/$n"
      done ;;
    programs)
      for f in tests/programs{,[0-9]*}/*.java; do
        n=${f#tests/} n=${n%.java} folder=${n%/*}
        [ -d "$HEDDLE_JAVA/$folder" ] && add 60 "$f" programs "${n#programs/}" tests/run-programs.sh "$n"
        for jdk in "${other_jdks[@]}"; do
          add 60 "$f" programs "${n#programs/}@${jdk##*/}" tests/run-programs.sh "$n" "$jdk"
        done
      done ;;
    jars)
      for f in tests/jars/*/*.java; do
        n=${f#tests/jars/} n=${n%.java}
        add 60 "$f" jars "$n" tests/run-programs.sh "jars/$n"
        add_in_other_jdks 60 "$f" jars "$n" tests/run-programs.sh "jars/$n"
      done ;;
    verdicts)
      while IFS= read -r row; do
        name=$(tests/run-verdicts.sh --name "$row")
        add 90 /dev/null verdicts "$name" tests/run-verdicts.sh "$row"
        add_in_other_jdks 90 /dev/null verdicts "$name" tests/run-verdicts.sh "$row"
      done < <(tests/run-verdicts.sh --rows) ;;
    outcomes)
      for f in tests/outcomes/*.java; do
        n=$(basename "$f" .java)
        add 120 "$f" outcomes "$n" tests/run-outcomes.sh "$n"
        add_in_other_jdks 120 "$f" outcomes "$n" tests/run-outcomes.sh "$n"
      done ;;
    cli | long)
      limit=120
      [ "$suite" = long ] && limit=1800
      for f in tests/"$suite"/*.sh; do
        [ -e "$f" ] && add "$limit" "$f" "$suite" "$(basename "$f" .sh)" bash "$f"
      done
      [ "$suite" = long ] || continue
      while IFS= read -r row; do
        add 900 /dev/null long "verdicts/$(tests/run-verdicts.sh --name "$row")" tests/run-verdicts.sh "$row"
      done < <(tests/run-verdicts.sh --long-rows) ;;
    pty)
      for f in tests/pty/test_*.c; do
        [ -e "$f" ] && n=$(basename "$f" .c) && add 180 "$f" pty "$n" "$HEDDLE_BUILD/tests/pty/$n"
      done ;;
  esac
done

run_job() {
  local -a words
  mapfile -t words <"$1"
  exec tests/run.sh --one "${words[@]}"
}
export -f run_job
find "$RESULTS/jobs" -type f | sort | xargs -r -P 2 -I{} bash -c 'run_job {}'

touch "$RESULTS/counts"
if [ -s "$RESULTS/failures" ]; then
  printf '\nFailed:\n'
  sed 's/^/  /' "$RESULTS/failures"
fi
[ -s "$RESULTS/counts" ] || printf 'no such test: %s\n' "${wanted[*]}"
awk '{ p += $1; f += $2; s += $3 }
     END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit (f > 0 || p + s == 0) }' "$RESULTS/counts"
