#!/usr/bin/env bash
# The test harness, normally called by `make test`:
#   tests/tools/run.sh [--long] [SUITE[/NAME]...]
#
# Suites, each a list of tests that run at the same time, HEDDLE_TEST_JOBS at once (by default one
# more than there are cores, because many tests wait), each with its own time limit:
#   unit      cmocka executables of tests/unit/test_*.c           HEDDLE_BUILD/tests/
#   programs  tests/java/programs/*.java, `heddle run` against java         run-programs.sh NAME
#             Also tests/java/releases/*/*.java (with javac.options there), and the same for each
#             other installed JDK. Another JDK runs one of three programs, and one of twelve of the
#             rows of verdicts, the outcomes and the jars, as NAME@JDK; with --long all programs and
#             one of three; with WHOLE=1, or if a name with @ is asked for, everything.
#   jars      tests/java/jars/*/*.java, with libraries         run-programs.sh jars/FOLDER/NAME
#   verdicts  rows of tests/java/verdicts/*.txt, `heddle check`              run-verdicts.sh ROW
#   outcomes  tests/java/outcomes/*.java, the ends that a search may reach   run-outcomes.sh NAME
#   cli       scripts tests/cli/*.sh
#   pty       cmocka executables of tests/pty/test_*.c            HEDDLE_BUILD/tests/pty/
#   long      only with --long: scripts tests/cli/long/*.sh, rows of tests/java/verdicts/long.txt
#
# If something is too much for the time of a run, a part is selected: by HEDDLE_SAMPLE, a number (0
# by default, with --long the day of the year), which is printed. WHOLE=1 runs everything.
#
# The protocol of a test: exit status 0 means passed, 77 skipped (the last line of output is the
# reason), anything else failed. Output in TAP form ("ok 1 - name", "not ok 2 - name", "ok 3 # SKIP
# why") is counted line by line. A line "timeout: SECONDS" in a test's source replaces the suite's
# time limit.
#
# A STRESS build is 10 to 30 times slower and tests the engine. It runs a script of cli if the head
# says "# STRESS builds run this.", or if the script is asked for by name; the others and pty are
# skipped.
#
# The environment of a test contains HEDDLE_ROOT, HEDDLE_BUILD (absolute), HEDDLE (the binary),
# HEDDLE_JAVA (class files: one folder for each folder of tests/java), HEDDLE_SAMPLES, JAVA, JAVAC,
# JAVA_HOME and TEST_TMP (a separate folder for the test, kept if it fails).
# HEDDLE_SEARCH is dfs, so heddle check is one search with the same counts each time. Tests of its
# default behaviour (tests/cli/auto.sh, consequences.sh and readme.sh, long/default.sh) unset it.
# Sessions of the debugger are not kept unless a test says where. The last line of the output is "N
# passed, N failed, N skipped".
set -u
export LC_ALL=C.UTF-8

run_one() { # LIMIT SUITE NAME COMMAND...: runs one test and appends its counts to $RESULTS/counts
  local limit=$1 suite=$2 name=$3
  shift 3
  local slug=${suite}-${name//[^A-Za-z0-9_.-]/_}
  local out=$RESULTS/$slug.out start=${EPOCHREALTIME/./} status seconds
  export TEST_TMP=$RESULTS/$slug.tmp
  mkdir -p "$TEST_TMP"
  CMOCKA_MESSAGE_OUTPUT=TAP timeout --kill-after=5 "$limit" "$@" >"$out" 2>&1 </dev/null
  status=$?
  seconds=$(((${EPOCHREALTIME/./} - start) / 100000))
  seconds=$((seconds / 10)).$((seconds % 10))
  times >"$RESULTS/$slug.times" # of this process, then of its children, which are the test
  report "$suite" "$name" "$status" "$limit" "$seconds" "$out"
  [ "$status" -ne 0 ] || rm -rf "$TEST_TMP"
}

# (Uses no other process, because there are a thousand tests.)
count_lines() { # FILE: sets passed, failed, skipped from its TAP lines
  local line
  passed=0 failed=0 skipped=0
  while IFS= read -r line; do
    case $line in
      ok\ * | 'not ok '*) ;;
      *) continue ;;
    esac
    if [[ $line =~ \#\ *[Ss][Kk][Ii][Pp] ]]; then # cmocka 1.1 says "not ok 2 # SKIP"
      skipped=$((skipped + 1))
    elif [[ $line == ok\ * ]]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
    fi
  done <"$1"
}

report() { # SUITE NAME STATUS LIMIT SECONDS OUTPUT
  local suite=$1 name=$2 status=$3 limit=$4 seconds=$5 out=$6 passed failed skipped word line why=
  count_lines "$out"
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
  # Lines this short are written atomically.
  printf '%d %d %d\n' "$passed" "$failed" "$skipped" >>"$RESULTS/counts"
  line="$word $suite/$name: $passed passed, $failed failed, $skipped skipped, $seconds s$why"
  if [ "$word" = PASS ] && [ "$skipped" -eq 0 ]; then
    printf '%s\n' "$line"
    return
  fi
  {
    flock 9
    printf '%s\n' "$line"
    [ "$word" != PASS ] || grep -iE '^(not )?ok .*# *skip' "$out" | sed 's/^/    /'
    if [ "$word" = FAIL ]; then
      tail -n 60 "$out" | sed 's/^/    /'
      [ "$(wc -l <"$out")" -le 60 ] || printf '    (all of it: %s)\n' "$out"
      printf '%s\n' "$suite/$name$why" >>"$RESULTS/failures"
    fi
  } 9>"$RESULTS/lock"
}

if [ "${1-}" = --job ]; then # FILE: the words of run_one, a line each
  mapfile -t words <"$2"
  run_one "${words[@]}"
  exit 0
fi

HEDDLE_ROOT=$(cd "$(dirname "$0")/../.." && pwd)
cd "$HEDDLE_ROOT" || exit 5
HEDDLE_BUILD=$(realpath -m "${HEDDLE_BUILD:-build}")
HEDDLE=$(realpath -m "${HEDDLE:-$HEDDLE_BUILD/heddle}")
HEDDLE_JAVA=$HEDDLE_BUILD/java
HEDDLE_SAMPLES=$HEDDLE_BUILD/samples
JAVA=${JAVA:-java}
HEDDLE_JAVAC=$(command -v "${JAVAC:-javac}")
JAVAC=$HEDDLE_ROOT/tests/tools/quick-javac.sh
JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v "$JAVA")")")")}
RESULTS=$HEDDLE_BUILD/test-results
export HEDDLE_ROOT HEDDLE_BUILD HEDDLE HEDDLE_JAVA HEDDLE_SAMPLES JAVA JAVAC HEDDLE_JAVAC \
  JAVA_HOME RESULTS
export ASAN_OPTIONS=${ASAN_OPTIONS:-exitcode=99:detect_leaks=1} \
  UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export HEDDLE_SEARCH=dfs HEDDLE_SESSIONS= HEDDLE_THEME=
unset HEDDLE_OPTIONS NO_COLOR COLUMNS LINES JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS \
  CLASSPATH

# the longest first, so that all cores are busy to the end
suites=(cli pty unit programs jars verdicts outcomes)
is_long=no
[ "${1-}" = --long ] && { suites=(long "${suites[@]}"); is_long=yes; shift; }
day=$(date +%j)
[ $is_long = no ] || HEDDLE_SAMPLE=${HEDDLE_SAMPLE:-$((10#$day))}
export HEDDLE_SAMPLE=${HEDDLE_SAMPLE:-0} WHOLE=${WHOLE-}
[ "$WHOLE" = 1 ] || echo "# HEDDLE_SAMPLE=$HEDDLE_SAMPLE"
wanted=("$@")
# Builds with more checks run slower.
slow=1
case $HEDDLE_BUILD in
  *-asan*) slow=6 ;;
  *-stress*) slow=12 ;;
esac
export HEDDLE_SLOW=$slow

rm -rf "$RESULTS"
mkdir -p "$RESULTS"
# Other JDKs of at least heddle's release; the programs run in them too.
other_jdks=()
is_wanted_suite() { [ ${#wanted[@]} -eq 0 ] || printf '%s\n' "${wanted[@]}" | grep -q "^$1"; }
if is_wanted_suite programs || is_wanted_suite verdicts || is_wanted_suite outcomes ||
    is_wanted_suite jars; then
  for jdk in /usr/lib/jvm/*; do
    [ ! -L "$jdk" ] && [ -x "$jdk/bin/javac" ] && [ -f "$jdk/lib/modules" ] &&
      [ ! "$jdk" -ef "$JAVA_HOME" ] || continue
    release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release")
    [ "${release:-0}" -gt 17 ] && other_jdks+=("$jdk")
  done
fi
for jdk in "${other_jdks[@]}"; do
  is_wanted_suite programs || break
  HEDDLE_JAVAC=$jdk/bin/javac JAVA=$jdk/bin/java tests/tools/compile-java.sh \
    "$HEDDLE_JAVA/${jdk##*/}" --programs ||
    {
      echo "tests/tools/compile-java.sh failed for $jdk"
      echo '0 passed, 1 failed, 0 skipped'
      exit 1
    }
done
tests/tools/compile-java.sh "$HEDDLE_JAVA" || {
  echo 'tests/tools/compile-java.sh failed'
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

is_wanted() { # SUITE NAME: succeeds if the test was asked for
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
  own=
  [ "$source" = /dev/null ] ||
    own=$(sed -n 's/.*timeout: *\([0-9][0-9]*\).*/\1/p; 30q' "$source" | head -n 1)
  shift 2
  job_count=$((job_count + 1))
  printf '%s\n' $((${own:-$limit} * slow)) "$@" >"$RESULTS/jobs/$(printf %05d $job_count)"
}

# Tests of the surface have bounds in seconds that a STRESS build cannot keep.
is_too_slow() { # SUITE NAME SOURCE
  case $HEDDLE_BUILD in *-stress*) ;; *) return 1 ;; esac
  [[ " ${wanted[*]} " != *" $1/$2 "* ]] && ! sed 30q "$3" | grep -qxF '# STRESS builds run this.'
}

add_script() { # LIMIT SOURCE SUITE NAME COMMAND...
  if is_too_slow "$3" "$4" "$2"; then
    # shellcheck disable=SC2016 # the other shell expands it
    add "$1" /dev/null "$3" "$4" bash -c 'echo "tests the surface, not the engine"; exit 77'
  else
    add "$@"
  fi
}

one_program_of=3 one_row_of=12
[ $is_long = no ] || one_program_of=1 one_row_of=3
is_sampled() { # NAME ONE-OF: succeeds if this run tests it in other JDKs
  local i sum=0
  case "$WHOLE${wanted[*]}" in 1* | *@*) return 0 ;; esac
  for ((i = 0; i < ${#1}; i++)); do
    printf -v letter %d "'${1:i:1}"
    sum=$(((sum * 31 + letter) % 65521))
  done
  [ $((sum % $2)) -eq $((HEDDLE_SAMPLE % $2)) ]
}

add_in_other_jdks() { # LIMIT SOURCE SUITE NAME COMMAND...: with the same class files
  local limit=$1 source=$2 suite=$3 name=$4 jdk
  shift 4
  [ ${#other_jdks[@]} -gt 0 ] && is_sampled "$name" $one_row_of || return 0
  ! sed 's/ *#.*//' tests/java/verdicts/other-jdks.skip | grep -qxF "$name" || return 0
  for jdk in "${other_jdks[@]}"; do
    add "$limit" "$source" "$suite" "$name@${jdk##*/}" env JAVA_HOME="$jdk" JAVA="$jdk/bin/java" \
      "$@"
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
      for f in tests/java/programs/*.java tests/java/releases/*/*.java; do
        n=${f#tests/java/} n=${n%.java} folder=${n%/*}
        [ -d "$HEDDLE_JAVA/$folder" ] &&
          add 60 "$f" programs "${n#programs/}" tests/tools/run-programs.sh "$n"
        for jdk in "${other_jdks[@]}"; do
          is_sampled "$n" $one_program_of &&
            add 60 "$f" programs "${n#programs/}@${jdk##*/}" tests/tools/run-programs.sh "$n" \
            "$jdk"
        done
      done ;;
    jars)
      for f in tests/java/jars/*/*.java; do
        n=${f#tests/java/jars/} n=${n%.java}
        add 60 "$f" jars "$n" tests/tools/run-programs.sh "jars/$n"
        add_in_other_jdks 60 "$f" jars "$n" tests/tools/run-programs.sh "jars/$n"
      done ;;
    verdicts)
      while IFS=$'\t' read -r name row; do
        add 90 /dev/null verdicts "$name" tests/tools/run-verdicts.sh "$row"
        add_in_other_jdks 90 /dev/null verdicts "$name" tests/tools/run-verdicts.sh "$row"
      done < <(tests/tools/run-verdicts.sh --named-rows) ;;
    outcomes)
      for f in tests/java/outcomes/*.java; do
        n=$(basename "$f" .java)
        add 120 "$f" outcomes "$n" tests/tools/run-outcomes.sh "$n"
        add_in_other_jdks 120 "$f" outcomes "$n" tests/tools/run-outcomes.sh "$n"
      done ;;
    cli | long)
      limit=120
      [ "$suite" = long ] && limit=1800
      folder=tests/cli
      [ "$suite" = long ] && folder=tests/cli/long
      for f in "$folder"/*.sh; do
        [ -e "$f" ] && add_script "$limit" "$f" "$suite" "$(basename "$f" .sh)" bash "$f"
      done
      [ "$suite" = long ] || continue
      while IFS=$'\t' read -r name row; do
        add 900 /dev/null long "verdicts/$name" tests/tools/run-verdicts.sh "$row"
      done < <(tests/tools/run-verdicts.sh --named-long-rows) ;;
    pty)
      for f in tests/pty/test_*.c; do
        [ -e "$f" ] && n=$(basename "$f" .c) &&
          add_script 180 "$f" pty "$n" "$HEDDLE_BUILD/tests/pty/$n"
      done ;;
  esac
done

find "$RESULTS/jobs" -type f | sort |
  xargs -r -d '\n' -n 1 -P "${HEDDLE_TEST_JOBS:-$(($(nproc) + 1))}" tests/tools/run.sh --job

touch "$RESULTS/counts"
if [ -s "$RESULTS/failures" ]; then
  printf '\nFailed:\n'
  sed 's/^/  /' "$RESULTS/failures"
fi
[ -s "$RESULTS/counts" ] || printf 'no such test: %s\n' "${wanted[*]}"
awk '{ p += $1; f += $2; s += $3 }
     END {
       printf "%d passed, %d failed, %d skipped\n", p, f, s
       exit (f > 0 || p + s == 0)
     }' "$RESULTS/counts"
