#!/usr/bin/env bash
# `make bench-screen`: the time from a key to the screen, on a tree of a million nodes, on a trace
# of a million events, and while following a recorded run (tests/bench/screen.c). Not a test: it
# fails only if a program does not run.
#   EVENTS=1000000 STATES=300000 (over three nodes each) KEYS=1000 SIZES='80x24 120x36 200x60'
#   EACH=1 (what each key took)
set -u
cd "$(dirname "$0")/../.." || exit 5
export LC_ALL=C.UTF-8
build=${HEDDLE_BUILD:-build}
heddle=${HEDDLE:-$build/heddle} screen=$build/bench/screen
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
javac=${JAVAC:-javac}
"$javac" --release 17 -g -d "$tmp/java" tests/bench/Dining.java || exit 1
"$build/bench/trace" make "$tmp/long.htrace" "${EVENTS:-1000000}" >/dev/null || exit 1
"$heddle" record -q -o "$tmp/bank.htrace" -cp "$build/samples/BankAccount" BankAccountLambdas 4 80 \
  >/dev/null 2>&1 || true # the program itself may fail

# Keys for views, the cursor, pages, a step forward and back, folds, zoom, and the next event of
# each kind.
walk=$'1 2 3 4 5 8 9 j k j k l h z s S { } [ ] + - = 0 $ \033[6~ \033[5~'
bench() { # WHAT SIZE KEYS SETUP UNTIL COMMAND...
  local what=$1 size=$2 keys=$3 setup=$4 until=$5
  shift 5
  echo "$what, $size"
  "$screen" "$size" "$setup" "$until" "${KEYS:-1000}" "$keys" "$@" | sed 's/^/  /'
  [ "${PIPESTATUS[0]}" = 0 ] || failed=1
}

echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm)"
for size in ${SIZES:-80x24 120x36 200x60}; do
  bench "tree of ${STATES:-300000} states" "$size" "$walk" \
    ":search dfs --max-states ${STATES:-300000};:guided run;:log" 'max-states' \
    "$heddle" debug --por none --property deadlock,exception -cp "$tmp/java" Dining 5 3
  bench "trace of ${EVENTS:-1000000} events" "$size" "$walk" '' '[1 Debug]' \
    "$heddle" debug --trace "$tmp/long.htrace" -cp "$build/samples/Publish" Publish
done
bench 'a recorded run that is followed, a step a key' 120x36 f '' '[1 Debug]' \
  "$heddle" debug --trace "$tmp/bank.htrace" -cp "$build/samples/BankAccount" BankAccountLambdas \
  4 80
exit $failed
