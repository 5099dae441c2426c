#!/usr/bin/env bash
# `make bench-vm [ROUNDS=5]`: the speed of the virtual machine on small kernels
# (tests/bench/Kernels.java) compared with `java -Xint` on the same class file, and what scheduling
# and the race check add to it. Not a test: it fails only if a program does not run.
#
# Every round runs all programs of a kernel one after the other, so that other load on the machine
# affects them alike. Times are processor times: the median over the rounds, minus that of a run
# that does nothing. Only ratios between columns of one run are meaningful.
set -u
cd "$(dirname "$0")/../.." || exit 5
export HEDDLE=${HEDDLE:-${HEDDLE_BUILD:-build}/heddle} LC_ALL=C
. tests/tools/support.sh
java=${JAVA:-java}
rounds=${ROUNDS:-5}
tests/tools/compile-java.sh "${HEDDLE_BUILD:-build}/java" bench || exit 1
classes=${HEDDLE_BUILD:-build}/java/bench
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

TIMEFORMAT='%3U %3S'
timed() { # FILE COMMAND...: appends the seconds of processor time that it took
  local file=$1
  shift
  {
    time "$@" >"$tmp/out" 2>"$tmp/err"
  } 2>"$tmp/time" || {
    echo "bench-vm: failed: $*" >&2
    head -n 3 "$tmp/err" >&2
    exit 1
  }
  awk '{ print $1 + $2 }' "$tmp/time" >>"$file"
}
median() {
  sort -n "$1" |
    awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# The time that random walks need for one execution of the kernel. Walks never end, so it is
# computed from their speed.
walk() { # FILE BYTECODES OPTIONS...
  local file=$1 count=$2
  shift 2
  {
    time "$HEDDLE" check --json --search random --time "${WALK:-1}" "$@" >"$tmp/walk.json" \
      2>"$tmp/err"
  } 2>"$tmp/time"
  awk -v n="$count" -v i="$(json_value "$tmp/walk.json" instructions)" \
    -v start="$(median "$tmp/nothing.run")" \
    '{ if (!i) exit 1; print n * ($1 + $2 - start) / i }' "$tmp/time" >>"$file" || {
      echo "bench-vm: no walk: $*" >&2
      exit 1
    }
}

round() { # KERNEL BYTECODES
  timed "$tmp/$1.java" "$java" -Xint -cp "$classes" Kernels "$1"
  cp "$tmp/out" "$tmp/want"
  timed "$tmp/$1.run" "$HEDDLE" run -cp "$classes" Kernels "$1"
  cmp -s "$tmp/out" "$tmp/want" || { echo "bench-vm: $1: the outputs differ" >&2; exit 1; }
  [ "$1" != nothing ] || return 0
  walk "$tmp/$1.walk" "$2" --property deadlock,exception -cp "$classes" Kernels "$1"
  walk "$tmp/$1.race" "$2" -cp "$classes" Kernels "$1"
}

echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm)," \
  "$("$java" -version 2>&1 | sed -n '2s/.*build //p' | tr -d ')'); medians of $rounds"
all='loop fields virtual interface sort HashMap StringBuilder ConcurrentHashMap ReentrantLock'
kernels=${KERNELS:-$all}
printf '%-18s %10s %10s %11s %7s %14s %7s %12s %7s\n' kernel bytecodes heddle 'java -Xint' ratio \
  'check random' 'of run' 'with races' 'of run'
for k in nothing $kernels; do
  check_json "$tmp/count.json" --search dfs --property exception -cp "$classes" Kernels "$k"
  n=$(json_value "$tmp/count.json" instructions)
  for _ in $(seq "$rounds"); do round "$k" "$n"; done
  echo "$k $n $(median "$tmp/$k.run") $(median "$tmp/$k.java") $([ "$k" = nothing ] ||
    median "$tmp/$k.walk") \
    $([ "$k" = nothing ] || median "$tmp/$k.race")" | tr -d '\n'
  echo
done | awk '
  $1 == "nothing" {
    run = $3
    java = $4
    printf "%-18s %10d %8.3f s %9.3f s %7.2f\n", "start to end", $2, run, java, java / run
    next
  }
  { r = $3 - run; j = $4 - java
    printf "%-18s %8.1f M %8.3f s %9.3f s %7.2f %12.3f s %7.2f %10.3f s %7.2f\n", $1, $2 / 1e6,
      r, j, j / r, $5, $5 / r, $6, $6 / r
    fflush(); logs += log(j / r); walks += log($5 / r); races += log($6 / r); n++ }
  END {
    if (n) printf "%-18s %41.2f %22.2f %20.2f\n", "geometric mean", exp(logs / n), exp(walks / n),
      exp(races / n)
  }'
[ "${PIPESTATUS[0]}" -eq 0 ]
