#!/usr/bin/env bash
# Every kind of event steers a replay: methods, basic blocks, class initialisers, and the events
# before a read and after a write; a trace with an event at another place is refused.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
cp=$HEDDLE_SAMPLES/BankAccount

# followed NAME: replays NAME.htrace into NAME.json; sets status
followed() {
  "$HEDDLE" replay --json --back 0 --depth 1 --property deadlock -cp "$cp" "$tmp/$1.htrace" \
    >"$tmp/$1.json" 2>"$tmp/$1.err"
  status=$?
}
record() { # NAME EVENTS
  "$HEDDLE" record -q --noise 0.1:3 --events "$2" -o "$tmp/$1.htrace" -cp "$cp" BankAccount 3 2 \
    >/dev/null 2>&1
  "$HEDDLE" export "$tmp/$1.htrace" -o "$tmp/$1.txt"
}

record plain default
followed plain
for kinds in method-enter,method-exit block before-read,after-write \
  before-array-read,after-array-write all; do
  record kinds "default,$kinds"
  followed kinds
  is "$kinds: the trace is followed" "$(json_value "$tmp/kinds.json" replayed)" true
  is "$kinds: all events are matched" "$(json_value "$tmp/kinds.json" matched)" \
    "$(json_value "$tmp/kinds.json" monitored)"
  if [ "$(json_value "$tmp/kinds.json" monitored)" -gt \
    "$(json_value "$tmp/plain.json" monitored)" ]; then
    ok "$kinds: the events count as monitored"
  else
    not_ok "$kinds: the events count as monitored" "$(json_value "$tmp/kinds.json" monitored)"
  fi
done
# A loop that begins with the method's first instruction returns there without a method entry.
recorded=1
for i in 1 2 3 4 5 6 7 8; do
  "$HEDDLE" record -q --events default,method-enter -o "$tmp/loop.htrace" \
    -cp "$HEDDLE_SAMPLES/Crawler" Crawler 1 1 >/dev/null 2>&1
  recorded=$?
  [ $recorded -ne 0 ] || break
done
"$HEDDLE" replay -q --json --back 0 --depth 1 --property deadlock -cp "$HEDDLE_SAMPLES/Crawler" \
  "$tmp/loop.htrace" >"$tmp/loop.json" 2>&1
is 'method-enter: a loop at the beginning' "$recorded $(json_value "$tmp/loop.json" replayed)" \
  '0 true'
record thread thread,control
followed thread
is 'only events of threads and control' "$(json_value "$tmp/thread.json" replayed)" true

# altered NAME KIND N AWK: changes the N-th event of a kind; 0: the first one at a place that had
# one before
altered() {
  record altered default,block,method-enter
  awk '/^# event/ { e = 1 }
    e && $4 == kind && !first { first = $5 }
    e && $4 == kind { again = seen[$5]++ == 1 && !found; found += again }
    e && $4 == kind && (want ? ++n == want : again) { '"$4"' }
    { print }' kind="$2" want="$3" "$tmp/altered.txt" >"$tmp/moved.txt"
  if cmp -s "$tmp/altered.txt" "$tmp/moved.txt"; then not_ok "$1: altered"; return; fi
  "$HEDDLE" export --to htrace -o "$tmp/altered.htrace" "$tmp/moved.txt"
  followed altered
  is "$1: refused" "$status $(json_value "$tmp/altered.json" replayed)" '3 false'
}
elsewhere='sub(/L[0-9]+\([^ ]*\)/, first)' # uses the location of the first event of its kind
altered 'a block at another place' block 6 "$elsewhere"
altered 'a method at another place' method-enter 4 "$elsewhere"
altered 'a block that is missing from the trace' block 0 'sub(/block/, "alloc")'

# A mark is removed while a thread is at it; the frame of the next call is in the same memory.
printf '%s\n' 'mark Airlines.<init>()V@0' step 'mark Airlines$Queue.<init>()V@0' 'unmark 1' step \
  quit >"$tmp/script"
"$HEDDLE" debug --batch "$tmp/script" -cp "$HEDDLE_SAMPLES/Airlines" Airlines >"$tmp/out" 2>&1
is 'the next mark is reached' "$(grep -c 'step 2: T0 main mark @11' "$tmp/out")" 1
done_testing
