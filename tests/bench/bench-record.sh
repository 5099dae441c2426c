#!/usr/bin/env bash
# `make bench-record`: the cost of recording, compared with the plain JVM in the same run. First it
# runs compute-bound programs, alternately plain and recorded (thread and access events), and prints
# medians of ROUNDS; then a server of 50 threads under load (tests/bench/RecordServer.java); then
# the commands that use a trace of ten million events. Not a test: it fails only if a program does
# not run.
#   ROUNDS=5 TASKS=100 SECONDS_SERVED=60 LONG_TASKS=150
set -u
cd "$(dirname "$0")/../.." || exit 5
export LC_ALL=C
build=${HEDDLE_BUILD:-build}
heddle=${HEDDLE:-$build/heddle} java=${JAVA:-java} trace=$build/bench/trace
rounds=${ROUNDS:-5} tasks=${TASKS:-100} served=${SECONDS_SERVED:-60}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

"${JAVAC:-javac}" -d "$tmp" tests/bench/RecordWork.java tests/bench/RecordServer.java || exit 1
echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
  head -n 1), $(nproc) cores, $(uname -sm), load $(cut -d ' ' -f 1 /proc/loadavg)"

seconds() { # COMMAND...: prints its wall-clock time
  local TIMEFORMAT=%R
  { time "$@" >"$tmp/out" 2>"$tmp/err"; } 2>&1 || failed=1
}
median() { # FILE
  sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}
recorded() { # TRACE ARG...
  local trace=$1
  shift
  "$heddle" record --events thread,access -o "$trace" -cp "$tmp" "$@"
}
events_of() { # FILE: the count in the standard error of heddle record
  sed -n 's/.*: \([0-9]*\) events.*/\1/p' "$1" | tail -n 1
}

printf '%-12s %8s %9s %6s %10s\n' program plain recorded ratio events
for what in digest words mandelbrot sieve; do
  : >"$tmp/plain" && : >"$tmp/recorded"
  for ((i = 0; i < rounds; i++)); do
    seconds "$java" -cp "$tmp" RecordWork $what "$tasks" >>"$tmp/plain"
    seconds recorded "$tmp/work.htrace" RecordWork $what "$tasks" >>"$tmp/recorded"
  done
  plain=$(median "$tmp/plain") with=$(median "$tmp/recorded")
  printf '%-12s %8s %9s %6s %10s\n' $what "$plain" "$with" \
    "$(awk -v a="$with" -v b="$plain" 'BEGIN { printf "%.2f", a / b }')" "$(events_of "$tmp/err")"
done

serve() { # COMMAND...: runs the server under load; prints its requests per second
  rm -f "$tmp/port"
  "$@" serve "$served" "$tmp/port" >"$tmp/out" 2>"$tmp/err" &
  local server=$! i
  for ((i = 0; i < 300; i++)); do
    [ -s "$tmp/port" ] && break
    sleep 0.1
  done
  "$java" -cp "$tmp" RecordServer load "$(cat "$tmp/port")" >"$tmp/load" 2>&1 &
  local load=$!
  wait $server || failed=1
  kill $load 2>/dev/null
  wait $load 2>/dev/null
  tail -n 1 "$tmp/out"
}
plain=$(serve "$java" -cp "$tmp" RecordServer)
with=$(serve recorded "$tmp/server.htrace" RecordServer)
printf '%-12s %8s %9s %6s %10s\n' server "$plain/s" "$with/s" \
  "$(awk -v a="$plain" -v b="$with" 'BEGIN { printf "%.2f", b ? a / b : 0 }')" \
  "$(events_of "$tmp/err")"
printf '%-40s %s\n' 'bytes of its trace' "$(stat -c %s "$tmp/server.htrace")"

# A long trace of the sieve: it is opened, analysed, followed to its end, and followed by keys.
row() { # WHAT COMMAND...
  local what=$1
  shift
  "$trace" run "$@" >"$tmp/out" 2>"$tmp/err"
  [ $? -le 4 ] || failed=1
  printf '%-40s %s\n' "$what" "$(tail -n 1 "$tmp/err")"
}
long=$tmp/long.htrace
echo
row "sieve ${LONG_TASKS:-150}, plain" "$java" -cp "$tmp" RecordWork sieve "${LONG_TASKS:-150}"
row 'recorded' "$heddle" record -o "$long" -cp "$tmp" RecordWork sieve "${LONG_TASKS:-150}"
printf '%-40s %s\n' 'bytes' "$(stat -c %s "$long")"
"$trace" read "$long" || failed=1
for analysis in eraser atomrace happens-before lock-order; do
  row "analyze --analysis $analysis" "$heddle" analyze --no-label --analysis $analysis "$long"
done
row 'replay, followed to its end' "$heddle" replay -q --json --back 0 --depth 1 \
  --property deadlock -cp "$tmp" "$long"
number() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$tmp/out"; }
printf '%-40s %s of %s\n' 'events followed' "$(number matched)" "$(number monitored)"
HEDDLE_HISTORY='' HEDDLE_SESSIONS=$tmp/sessions "$build/bench/screen" 120x36 ':follow' \
  'events followed' "${KEYS:-300}" f "$heddle" debug --trace "$long" -cp "$tmp" RecordWork sieve \
  "${LONG_TASKS:-150}" | sed 's/^/followed by keys: /'
exit $failed
