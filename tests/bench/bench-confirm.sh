#!/usr/bin/env bash
# `make bench-confirm`: what a forced run costs, compared with a plain run of the same program.
# Random walks, kept as found, give schedules with many switches of threads. Prints medians of
# ROUNDS. Not a test: it fails only if a program does not run or an error is not seen.
#   ROUNDS=5
set -u
cd "$(dirname "$0")/../.." || exit 5
export LC_ALL=C
build=${HEDDLE_BUILD:-build}
heddle=${HEDDLE:-$build/heddle} java=${JAVA:-java} rounds=${ROUNDS:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

"${JAVAC:-javac}" -g -d "$tmp" tests/bench/Switches.java || exit 1
echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm), load $(cut -d ' ' -f 1 /proc/loadavg)"

median() { # FILE
  sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}
plain_seconds() { # ARG...
  local TIMEFORMAT=%R
  { time "$java" -ea -cp "$tmp" Switches "$@" >"$tmp/out" 2>"$tmp/err"; } 2>&1
}
forced_seconds() {
  local TIMEFORMAT=%R
  { time "$heddle" confirm -q --runs 1 --json "$tmp/c.htrace" >"$tmp/seen" 2>"$tmp/err"; } 2>&1
  [ "$(jq .seen "$tmp/seen")" = 1 ] || failed=1
}

printf '%-9s %7s %9s %8s %8s %6s %8s\n' program rounds switches plain forced ratio command
for what in volatile monitor atomic lock; do
  for n in 10 50 200; do
    rm -f "$tmp/c.htrace"
    "$heddle" check -q --search random --walks 1 --as-found --property exception --json \
      -o "$tmp/c.htrace" -cp "$tmp" Switches $what $n >"$tmp/check" 2>"$tmp/err"
    : >"$tmp/plain" && : >"$tmp/forced" && : >"$tmp/command"
    for ((i = 0; i < rounds; i++)); do
      plain_seconds $what $n >>"$tmp/plain"
      forced_seconds >>"$tmp/command"
      jq .seconds "$tmp/seen" >>"$tmp/forced"
    done
    plain=$(median "$tmp/plain") forced=$(median "$tmp/forced")
    printf '%-9s %7s %9s %8s %8.3f %6s %8s\n' $what $n "$(jq .error.switches "$tmp/check")" \
      "$plain" "$forced" "$(awk -v a="$forced" -v b="$plain" 'BEGIN { printf "%.2f", a / b }')" \
      "$(median "$tmp/command")"
  done
done
exit $failed
