#!/usr/bin/env bash
# `make bench`: how fast the engine executes bytecode, compared with `java -Xint` on the same class
# files, and how many states and transitions exhaustive searches make per second. Not a test: it
# fails only if a program does not run.
set -u
cd "$(dirname "$0")/../.." || exit 5
export HEDDLE=${HEDDLE:-${HEDDLE_BUILD:-build}/heddle}
. tests/tools/support.sh
java=${JAVA:-java}
classes=${HEDDLE_BUILD:-build}/java
tests/tools/compile-java.sh "$classes" bench || exit 1
classes=$classes/bench
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

seconds() { # COMMAND...: prints the best of three wall-clock times
  local best=999999 start t i
  for i in 1 2 3; do
    start=$EPOCHREALTIME
    "$@" >"$tmp/out$i" 2>"$tmp/err" || {
      echo "bench: failed: $*" >&2
      head -n 3 "$tmp/err" >&2
      return 1
    }
    t=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
    best=$(awk -v a="$best" -v b="$t" 'BEGIN { print (b < a ? b : a) }')
  done
  echo "$best"
}

echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm)," \
  "$("$java" -version 2>&1 | sed -n '2s/.*build //p' | tr -d ')')"
echo
hello_java=$(seconds "$java" -Xint -Xshare:auto -cp "$classes" Hello) || exit 1
hello=$(seconds "$HEDDLE" run -cp "$classes" Hello) || exit 1
echo "start to end of Hello: heddle $hello s, java -Xint $hello_java s"
echo
printf '%-12s %14s %12s %16s %12s %16s %7s\n' program bytecodes heddle 'million/s' 'java -Xint' \
  'million/s' ratio
for main in Loop Calls Collections; do
  check_json "$tmp/$main.json" --search dfs --property exception --time 300 -cp "$classes" $main
  count=$(json_value "$tmp/$main.json" instructions)
  ours=$(seconds "$HEDDLE" run -cp "$classes" $main) &&
    theirs=$(seconds "$java" -Xint -cp "$classes" $main) || {
    failed=1
    continue
  }
  awk -v name=$main -v n="${count:-0}" -v a="$ours" -v b="$theirs" -v h="$hello" \
    -v j="$hello_java" 'BEGIN {
    a -= h; b -= j
    printf "%-12s %14d %10.2f s %16.1f %10.2f s %16.1f %7.2f\n", name, n, a, n / a / 1e6, b,
      n / b / 1e6, b / a }'
done
echo
printf '%-28s %-12s %10s %12s %9s %12s %14s %8s\n' search verdict states transitions seconds \
  states/s transitions/s MB
search() { # NAME OPTIONS... -- ARGS...
  local name=$1 out=$tmp/search.json
  shift
  check_json "$out" --search dfs --time 120 "$@"
  [ -n "$(json_value "$out" verdict)" ] || {
    echo "bench: no verdict on $name" >&2
    head -n 3 "$out.err" >&2
    failed=1
    return
  }
  awk -v name="$name" -v v="$(json_value "$out" verdict)" -v s="$(json_value "$out" states)" \
    -v t="$(json_value "$out" transitions)" -v sec="$(json_value "$out" seconds)" \
    -v kb="$(json_value "$out" peak_kb)" 'BEGIN {
    printf "%-28s %-12s %10d %12d %9.2f %12.0f %14.0f %8.0f\n", name, v, s, t, sec,
      s / sec, t / sec, kb / 1024 }'
}
search 'philosophers 5 x 2' --property deadlock,exception -cp "$classes" Dining 5 2
search 'philosophers 5 x 2, races' -cp "$classes" Dining 5 2
search 'philosophers 6 x 1' --property deadlock,exception -cp "$classes" Dining 6 1
search 'pool of two threads' --property deadlock,exception -cp "$classes" Pool
search '10,000 live objects' --property deadlock,exception -cp "$classes" LiveHeap
exit $failed
