#!/usr/bin/env bash
# `make bench-trace`: for a long trace (tests/bench/trace.c), the time to open it, to jump in it and
# to read all its events in order, then the seconds and the peak memory of the commands that use it.
# Not a test: it fails only if a program does not run.
#   EVENTS=10000000
set -u
cd "$(dirname "$0")/../.." || exit 5
export LC_ALL=C
build=${HEDDLE_BUILD:-build}
heddle=${HEDDLE:-$build/heddle} trace=$build/bench/trace
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

row() { # WHAT COMMAND...
  local what=$1
  shift
  if "$trace" run "$@" >"$tmp/out" 2>"$tmp/err"; then
    printf '%-40s %s\n' "$what" "$(tail -n 1 "$tmp/err")"
  else
    echo "bench-trace: $what: $(head -n 1 "$tmp/err")" >&2
    failed=1
  fi
}

echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm)"
"$trace" make "$tmp/long.htrace" "${EVENTS:-10000000}" || exit 1
printf '%-40s %s\n' 'bytes' "$(stat -c %s "$tmp/long.htrace")"
"$trace" read "$tmp/long.htrace" || failed=1
printf ':quit\n' >"$tmp/quit"
printf ':trace\n:quit\n' >"$tmp/view"
classes=$build/samples/Publish
row 'debug without a trace' "$heddle" debug --batch "$tmp/quit" -cp "$classes" Publish
row 'debug --trace' "$heddle" debug --batch "$tmp/quit" -cp "$classes" --trace "$tmp/long.htrace" \
  Publish
row 'debug --trace, :trace' "$heddle" debug --batch "$tmp/view" -cp "$classes" \
  --trace "$tmp/long.htrace" Publish
row 'analyze' "$heddle" analyze --no-label "$tmp/long.htrace"
row 'export --to dot' "$heddle" export --to dot "$tmp/long.htrace"
row 'export --to std' "$heddle" export --to std -o "$tmp/long.std" "$tmp/long.htrace"
row 'export --to htrace, of STD' "$heddle" export --to htrace -o "$tmp/back.htrace" "$tmp/long.std"
exit $failed
