#!/usr/bin/env bash
# A recording ends when the JVM is killed, and its trace is readable. If heddle itself is killed,
# the part written so far is readable.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
classes=$HEDDLE_JAVA/record

# start NAME: records a program that runs for hours and waits until its trace has grown; sets
# `heddle` and `jvm`.
start() {
  "$HEDDLE" record -q -o "$tmp/$1.htrace" -cp "$classes" Order 100000000 >"$tmp/$1.out" \
    2>"$tmp/$1.err" &
  heddle=$!
  for _ in $(seq 200); do
    size=$(stat -c %s "$tmp/$1.htrace.live" 2>/dev/null || echo 0)
    [ "$size" -lt 3000000 ] || break
    sleep 0.05
  done
  jvm=$(pgrep -P "$heddle" | head -n 1)
}

events_of() {
  "$HEDDLE" export --to text "$1" 2>/dev/null | awk '/^# event/ { found = 1; next } found' | wc -l
}

start killed
kill -9 "$jvm"
wait "$heddle"
is 'the exit status shows the signal' $? 137
n=$(events_of "$tmp/killed.htrace")
if [ "$n" -gt 10000 ]; then
  ok "a killed JVM leaves its trace"
else
  not_ok 'a killed JVM leaves its trace' "$n events"
fi
is 'a killed JVM leaves no other file' "$(ls "$tmp" | grep -c 'killed.htrace.')" 0
"$HEDDLE" export --to text "$tmp/killed.htrace" >"$tmp/killed.txt" 2>/dev/null
is 'the trace is marked as damaged' "$(grep -c '^meta "damaged"' "$tmp/killed.txt")" 1
# Event numbers increase without gaps, except for events that other threads were about to write: on
# a busy machine such a thread may have waited long for its turn.
is 'no event is lost before the end' "$(awk '
  /^# event/ { found = 1; next }
  found { n++; lost += $2 - last - 1; last = $2; if (!($3 in seen)) { seen[$3]; threads++ } }
  END { print (lost <= threads ? "" : lost " of " n " events, " threads " threads") }' \
  "$tmp/killed.txt")" ''

start orphan
kill -9 "$heddle"
kill -9 "$jvm"
wait "$heddle" 2>/dev/null
n=$(events_of "$tmp/orphan.htrace.live")
if [ "$n" -gt 10000 ]; then
  ok 'the live file is readable'
else
  not_ok 'the live file is readable' "$n events"
fi

start term
kill -TERM "$heddle"
wait "$heddle"
is 'SIGTERM is forwarded, and the JVM ends' $? 143
is 'its threads are gone' "$(kill -0 "$jvm" 2>/dev/null && echo alive)" ''
n=$(events_of "$tmp/term.htrace")
if [ "$n" -gt 10000 ]; then ok 'with a trace'; else not_ok 'with a trace' "$n events"; fi
done_testing
