#!/usr/bin/env bash
# `make bench-search`: states per second of exhaustive searches, compared with SPIN on a model of
# the same program; the memory per state; the cost of single operations of the search
# (tests/bench/tree.c). Not a test: it fails only if a program does not run. Times are processor
# times, the median of three runs; the time of a search excludes the startup of the virtual machine.
set -u
cd "$(dirname "$0")/../.." || exit 5
export HEDDLE=${HEDDLE:-${HEDDLE_BUILD:-build}/heddle} LC_ALL=C
. tests/tools/support.sh
tests/tools/compile-java.sh "${HEDDLE_BUILD:-build}/java" bench || exit 1
classes=${HEDDLE_BUILD:-build}/java/bench
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

TIMEFORMAT='%3U %3S'
# median_of_three OUT COMMAND...: prints the median of the seconds of processor time; OUT gets the
# output of the last run
median_of_three() {
  local out=$1 k
  shift
  for k in 1 2 3; do
    { time "$@" >"$out" 2>"$tmp/err"; } 2>"$tmp/time.$k"
  done
  awk '{ print $1 + $2 }' "$tmp"/time.[123] | sort -n | sed -n 2p
}

median_of_three "$tmp/start.json" "$HEDDLE" check --json --max-states 1 -cp "$classes" Dining 2 1 \
  >"$tmp/start"
start=$(cat "$tmp/start")

row() { # NAME VERDICT STATES TRANSITIONS SECONDS KB
  awk -v n="$1" -v v="$2" -v s="$3" -v t="$4" -v sec="$5" -v kb="$6" 'BEGIN {
  if (sec <= 0) sec = 0.001
  printf "%-47s %-12s %10d %12d %8.2f %10.0f %8.0f\n", n, v, s, t, sec, s / sec, kb / 1024 }' ; }

search() { # NAME OPTIONS... MAIN ARGS...: by dfs unless OPTIONS name another search
  local name=$1 out=$tmp/search.json sec
  shift
  sec=$(median_of_three "$out" "$HEDDLE" check --json --search dfs --property deadlock,exception \
    -cp "$classes" "$@")
  [ -n "$(json_value "$out" verdict)" ] || {
    echo "bench-search: no verdict on $name" >&2
    head -n 3 "$tmp/err" >&2
    failed=1
    return
  }
  row "$name" "$(json_value "$out" verdict)" "$(json_value "$out" states)" \
    "$(json_value "$out" transitions)" \
    "$(awk -v a="$sec" -v b="$start" 'BEGIN { print a - b }')" "$(json_value "$out" peak_kb)"
}

spin_row() { # NAME ROUNDS CC-OPTIONS...
  local name=$1 rounds=$2 sec
  shift 2
  (cd "$tmp" && spin -DROUNDS="$rounds" -a "$OLDPWD/tests/bench/dining.pml" >/dev/null &&
    gcc -O2 -w -DSAFETY -DMEMLIM=4000 "$@" -o pan pan.c) ||
    { echo 'bench-search: SPIN failed' >&2; failed=1; return; }
  sec=$(median_of_three "$tmp/spin.out" "$tmp/pan" -m1000000 -w24)
  row "$name" 'no error' "$(awk '/states, stored/ { print $1; exit }' "$tmp/spin.out")" \
    "$(awk '/transitions \(/ { print $1; exit }' "$tmp/spin.out")" "$sec" \
    "$(awk '/total actual memory/ { print $1 * 1024; exit }' "$tmp/spin.out")"
}

echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm)," \
  "$("${JAVA:-java}" -version 2>&1 | sed -n '2s/.*build //p' | tr -d ')')"
echo
printf '%-47s %-12s %10s %12s %8s %10s %8s\n' search verdict states transitions seconds states/s MB
search 'philosophers 5 x 3, --por none, cut' --por none --max-states 2000000 Dining 5 3
if command -v spin >/dev/null 2>&1; then
  spin_row 'the same model in SPIN, no reduction' 3 -DNOREDUCE
  spin_row 'the same model in SPIN, its reduction' 3
else
  echo 'SPIN is not installed (apt-get install spin)'
fi
search 'philosophers 5 x 2' Dining 5 2
search 'philosophers 5 x 3' Dining 5 3
search 'pool of two threads, cut' --max-states 500000 Pool
search 'pool of two threads, --contracts' --contracts Pool
while read -r program; do
  # shellcheck disable=SC2086
  search "$program, --contracts" --contracts --time 60 Library $program
done <tests/bench/library.programs
search '10 live objects' LiveHeap 10
search '10,000 live objects' LiveHeap
search '100,000 live objects' LiveHeap 100000
if [ "${BIG:-1}" != 0 ]; then
  search 'dfs, ten million states' --por none --memory 4096 --max-states 10000000 Dining 6 3
  search 'greedy-best-first, a million states' --por none --memory 4096 --max-states 1000000 \
    --search greedy-best-first --heuristic random Dining 6 3
fi
# The same threads in a JUnit 5 test: the heap holds all of its library, the stack its frames.
junit=$(class_path_of tests/java/junit "$tmp/junit:$classes")
mkdir -p "$tmp/junit"
printf '%s\n' 'class BesideTest {' \
  '  @org.junit.jupiter.api.Test void counts() throws Exception { new Beside().run(60); }' '}' \
  >"$tmp/BesideTest.java"
"${JAVAC:-javac}" --release 17 -g -d "$tmp/junit" -cp "$junit" "$tmp/BesideTest.java" || failed=1
# Prints the least of the seconds of five runs, and the transitions, from the report.
searched() { # COMMAND...
  local k
  for k in 1 2 3 4 5; do
    "$@" >"$tmp/searched.json" 2>"$tmp/err"
    sed -nE 's/^ *"seconds": ([0-9.]+).*/\1/p' "$tmp/searched.json" | head -n 1
  done | sort -n | sed -n 1p | tr '\n' ' '
  sed -nE 's/^ *"transitions": ([0-9]+).*/\1/p' "$tmp/searched.json" | head -n 1
}
# Measures between two bounds on states, which excludes the startup of JUnit.
counting() { # NAME OPTIONS...
  local name=$1 s t u v
  shift
  read -r s t < <(searched "$HEDDLE" check --json --search dfs \
    --property deadlock,exception --max-states 20000 "$@")
  read -r u v < <(searched "$HEDDLE" check --json --search dfs \
    --property deadlock,exception --max-states 200000 "$@")
  awk -v n="$name" -v s="$s" -v t="$t" -v u="$u" -v v="$v" 'BEGIN {
    printf "%-47s %12d transitions/s\n", n, (v - t) / (u - s) }'
}
echo
counting 'three threads that count' -cp "$classes" Beside 60 nothing 0
counting 'the same in a test of JUnit 5' --jobs 1 -cp "$junit" --junit BesideTest#counts

# The speed of random walks by number of threads, and then of the optimal reduction. The rounds of
# the philosophers are chosen so that all threads together make about as many steps in each row.
walks() { # SEARCH THREADS ROUNDS WALKS
  local sec
  sec=$(median_of_three "$tmp/walks.json" "$HEDDLE" check --json --search "$1" --walks "$4" \
    --property deadlock,exception -cp "$classes" Dining "$2" "$3")
  awk -v n="$1, $2 threads" -v t="$(json_value "$tmp/walks.json" transitions)" -v s="$sec" \
    -v start="$start" 'BEGIN { printf "%-47s %12d steps/s\n", n, t / (s - start) }'
}
echo
for kind in random pct; do
  walks $kind 2 100 1000
  walks $kind 10 20 1000
  walks $kind 100 2 500
done
tests/tools/compile-java.sh "${HEDDLE_BUILD:-build}/java" verdicts >/dev/null || exit 1
while read -r program; do
  # shellcheck disable=SC2086
  sec=$(median_of_three "$tmp/dpor.json" "$HEDDLE" check --json --search dpor \
    --property deadlock,exception -cp "${HEDDLE_BUILD:-build}/java/verdicts" Executions $program)
  awk -v n="dpor, $program" -v e="$(json_value "$tmp/dpor.json" executions)" -v s="$sec" \
    -v t="$(json_value "$tmp/dpor.json" transitions)" -v start="$start" 'BEGIN {
    printf "%-47s %12d executions/s, %d transitions/s\n", n, e / (s - start), t / (s - start) }'
done <<<'lastzero 12
readers 13
philosophers 12'

# The cost of a checkpoint: its size, the time to write it (including the disk), and the time to
# resume from it.
checkpoint_row() { # NAME OPTIONS...
  local name=$1 out=$tmp/checkpoint.json back
  shift
  set -- --json --property deadlock,exception --por none --max-states 1000000 "$@" -cp "$classes" \
    Dining 5 3
  "$HEDDLE" check --checkpoint "$tmp/c" "$@" >"$out"
  back=$(median_of_three "$tmp/back.json" "$HEDDLE" check --resume "$tmp/c" "$@")
  awk -v n="$name" -v s="$(json_value "$out" states)" -v f="$(json_value "$out" frontier)" \
    -v b="$(json_value "$out" bytes)" \
    -v sec="$(sed -n '/"checkpoint"/,/}/s/.*"seconds": //p' "$out")" -v back="$back" \
    -v start="$start" \
    'BEGIN { printf "%-47s %10d %10d %12.1f %10.2f %10.2f\n", n, s, f, b / s, sec, back - start }'
}
echo
printf '%-47s %10s %10s %12s %10s %10s\n' checkpoint states open 'bytes/state' write 'go back'
checkpoint_row dfs --search dfs
checkpoint_row bfs --search bfs
checkpoint_row 'greedy-best-first, random' --search greedy-best-first --heuristic random
checkpoint_row context-bounded --search context-bounded
echo

# Trials per second with one job and with two: wall-clock time, alternating, the median of three.
# Short trials mostly start processes and re-execute errors; the others mostly search.
trials() { # HEURISTIC SEEDS
  local samples sequence j k n
  sequence=$PWD/sample-traces/TwoStage/TwoStage.seq
  samples=$(cd "${HEDDLE_BUILD:-build}/samples" && pwd) || { failed=1; return; }
  cat >"$tmp/trials.campaign" <<X
property exception; seeds 1..$2
subject TwoStage; class-path "$samples/TwoStage"; main TwoStage; args 7 1; sequence "$sequence"
technique T; search guided; heuristic $1
X
  rm -f "$tmp"/wall.*
  for k in 1 2 3; do
    for j in 1 2; do
      rm -rf "$tmp/trials"
      n=$EPOCHREALTIME
      "$HEDDLE" campaign "$tmp/trials.campaign" -o "$tmp/trials" -j $j -q >/dev/null || {
        failed=1
        return
      }
      awk -v a="$n" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }' >>"$tmp/wall.$j"
    done
  done
  awk -v n="$2" -v h="$1" -v one="$(sort -n "$tmp/wall.1" | sed -n 2p)" \
    -v two="$(sort -n "$tmp/wall.2" | sed -n 2p)" 'BEGIN {
    printf "%-44s %12.1f trials/s, with --jobs 2 %.1f: %.2f times\n", "campaign, guided, " h,
      n / one, n / two, one / two }'
}
trials pfsm 200
trials random 60
echo
"${HEDDLE_BUILD:-build}/bench/tree" "$classes" 100000 Dining.java:20 Dining 5 3 || failed=1
exit $failed
