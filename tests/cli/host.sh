#!/usr/bin/env bash
# The effects of a program on its host and on heddle: it can read the files of its class path and
# nothing else; it cannot make heddle hang, grow without limit or crash.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
classes=$HEDDLE_JAVA/host
slow=${HEDDLE_SLOW:-1}

# ---- the host is not changed ----
mkdir -p "$tmp/others"
echo precious >"$tmp/others/victim"
before=$(find "$tmp/others" -printf '%p %s %T@\n' | sort)
"$HEDDLE" run -cp "$classes" Hostile "$tmp/others" >"$tmp/out" 2>"$tmp/err"
is 'hostile: exit status' $? 0
is 'hostile: no attempt succeeds, except to create temporary files' \
  "$(grep DONE "$tmp/out" | cut -d: -f1)" $'nio temporary\ntemporary'
is 'hostile: the host has no such files' "$(find /tmp -maxdepth 1 -name 'hostile*' | wc -l)" 0
is 'hostile: files are as they were' "$(find "$tmp/others" -printf '%p %s %T@\n' | sort)" "$before"
is 'hostile: calls that fail without an exception' "$(grep ^delete "$tmp/out")" \
  'delete false mkdir false rename false exists false'
is 'hostile: environment variables are hidden' "$(grep ^environment "$tmp/out")" 'environment null'
ends() { is "hostile: $1" "$(sed -n "s/^$1: //p" "$tmp/out" | sort -u)" "$2"; }
ends read java.io.FileNotFoundException
ends 'read by dots' java.io.FileNotFoundException
ends write java.io.FileNotFoundException
# The program has its own /tmp without the host's files: a file of the host does not exist there.
case $(realpath "$tmp")/ in
  /tmp/*) hidden=java.nio.file.NoSuchFileException ;;
  *) hidden=java.nio.file.AccessDeniedException ;;
esac
ends 'nio read' "$hidden"
ends 'nio write' "$hidden"
ends connect java.net.SocketException
ends listen java.net.SocketException
ends name java.net.UnknownHostException
ends process java.io.IOException
ends library java.lang.UnsatisfiedLinkError
ends get java.lang.InternalError
ends 'get freed' java.lang.InternalError
ends 'copy out of bounds' java.lang.InternalError
"$HEDDLE" check --property exception -cp "$classes" Hostile "$tmp/others" >"$tmp/out" 2>&1
is 'hostile: check: exit status' $? 0
is 'hostile: check changes no files' \
  "$(find "$tmp/others" -printf '%p %s %T@\n' | sort)" "$before"

# ---- changes to readable files are visible only to the program ----
"$HEDDLE" run --readable "$tmp/others" -cp "$classes" Hostile "$tmp/others" >"$tmp/out" 2>"$tmp/err"
is 'readable: the program reads and writes there' \
  "$(grep -cE '^(read|nio read|write|create|random access|nio write): DONE' "$tmp/out")" 6
is 'readable: files are as they were' "$(find "$tmp/others" -printf '%p %s %T@\n' | sort)" "$before"
is 'readable: it reads nothing else' "$(grep -E '^read (/etc|by dots)' "$tmp/out" | grep -c DONE)" 0
"$HEDDLE" check -q --property exception --readable "$tmp/others" -cp "$classes" Hostile \
  "$tmp/others" >"$tmp/out" 2>&1
is 'readable: the files are unchanged after the search' \
  "$(find "$tmp/others" -printf '%p %s %T@\n' | sort)" "$before"

# ---- files of the class path can be read by relative and absolute names, from any folder ----
mkdir -p "$tmp/own"
cp "$classes"/Own*.class "$tmp/own/"
printf 'alpha=1\nbeta=2\n' >"$tmp/own/data.txt"
want=$(cd "$tmp" && "$JAVA" -cp own Own own/data.txt | sed 's/ true$/ false/;4s/true$/false/')
for name in own/data.txt ./own/../own/data.txt "$tmp/own/data.txt"; do
  cp=own
  case $name in /*) cp=$tmp/own ;; esac
  is "own file $name" \
    "$(cd "$tmp" && "$HEDDLE" run -cp "$cp" Own "$name" 2>&1 | sed 's/ true$/ false/')" "$want"
done
(cd "$tmp" && "$HEDDLE" check --property exception -cp own Own own/data.txt >"$tmp/out" 2>&1)
is 'own file: check: exit status' $? 0

# ---- the process is confined while the program runs ----
# (A shell's background jobs ignore interrupts, and heddle keeps ignoring a signal that is ignored
# at its start.)
env --default-signal=INT "$HEDDLE" check -q --time 60 -cp "$classes" Endless states >"$tmp/out" \
  2>"$tmp/err" &
pid=$!
for _ in $(seq 50); do
  sleep 0.1
  mode=$(sed -n 's/^Seccomp:[[:space:]]*//p' /proc/$pid/status)
  [ "$mode" = 2 ] && break
done
case $HEDDLE_BUILD in
  *-asan*) skip 'confined' 'sanitizers need more system calls' ;;
  *)
    if [ -z "$mode" ]; then
      skip 'confined' 'a kernel without seccomp'
    else
      is 'seccomp is active while the program runs' "$mode" 2
    fi
    ;;
esac

# ---- Ctrl-C ends heddle cleanly ----
sleep 0.3
kill -INT $pid
wait $pid
is 'interrupted check: exit status' $? 130
is 'interrupted check: verdict' "$(head -n 1 "$tmp/out")" 'inconclusive: interrupted'
is 'interrupted check: partial results are printed' \
  "$(grep -cE '^  [0-9]+ states?, [0-9]+ transitions?' "$tmp/out")" 1
env --default-signal=INT "$HEDDLE" run --time 60 -cp "$classes" Endless loop >"$tmp/out" \
  2>"$tmp/err" &
pid=$!
sleep $((slow))
kill -INT $pid
wait $pid
is 'interrupted run: exit status' $? 130
is 'interrupted run: the place is printed' \
  "$(grep -c 'Endless.main(Endless.java:[0-9]*)' "$tmp/err")" 1

# ---- a replay is confined too ----
"$HEDDLE" check -q --property exception -o "$tmp/own.htrace" -cp "$HEDDLE_JAVA/verdicts" \
  ErrorLostUpdate >/dev/null 2>&1
# confined NAME COMMAND...: strace shows that it creates no file or socket after the program's code
# starts; the exit status counts too
confined() {
  local name=$1
  shift
  if ! command -v strace >/dev/null 2>&1; then
    skip "$name" 'no strace'
  else
    strace -o "$tmp/calls" "$@" >"$tmp/out" 2>&1
    is "$name" "$(grep -c 'SECCOMP_MODE_FILTER' "$tmp/calls")" 1
  fi
}
case $HEDDLE_BUILD in
  *-asan*) skip 'replay is confined' 'sanitizers need more system calls' ;;
  *)
    confined 'replay of a counterexample is confined' "$HEDDLE" replay -o "$tmp/copy.htrace" \
      "$tmp/own.htrace"
    confined 'replay of a recorded trace is confined' "$HEDDLE" replay \
      -cp "$HEDDLE_SAMPLES/Reorder" sample-traces/Reorder/Reorder.htrace ;;
esac
"$HEDDLE" replay -o "$tmp/copy.htrace" "$tmp/own.htrace" >/dev/null 2>&1
is 'replay: exit status' $? 1
if cmp -s "$tmp/own.htrace" "$tmp/copy.htrace"; then
  ok 'replay: its copy is the same trace'
else
  not_ok 'replay: its copy is the same trace'
fi

interrupt() { # NAME STATUS COMMAND...: Ctrl-C must end it soon
  local name=$1 want=$2 started=$SECONDS
  shift 2
  env --default-signal=INT "$HEDDLE" "$@" >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  sleep $slow
  kill -INT $pid
  wait $pid
  is "$name: exit status" $? "$want"
  if [ $((SECONDS - started)) -lt $((20 * slow)) ]; then
    ok "$name: soon"
  else
    not_ok "$name: soon" "$((SECONDS - started)) s"
  fi
}
interrupt 'interrupted calls' 130 run --time 60 -cp "$classes" Endless calls
is 'interrupted calls: the place is printed' \
  "$(grep -c 'Endless.calls(Endless.java:[0-9]*)' "$tmp/err" | sed 's/^[1-9][0-9]*$/some/')" some
interrupt 'interrupted check of calls' 130 check -q --time 60 -cp "$classes" Endless calls
is 'interrupted check of calls: verdict' "$(head -n 1 "$tmp/out")" 'inconclusive: interrupted'

# A second interrupt does not wait: both arrive while the process is stopped.
env --default-signal=INT "$HEDDLE" check -q --time 60 -o "$tmp/late.htrace" -cp "$classes" Endless \
  states >"$tmp/out" 2>"$tmp/err" &
pid=$!
sleep $slow
kill -STOP $pid
kill -INT $pid
kill -TERM $pid
kill -CONT $pid
wait $pid
status=$?
if [ $status -eq 130 ] || [ $status -eq 143 ]; then
  ok 'the second interrupt ends it at once'
else
  not_ok 'the second interrupt ends it at once' "status $status"
fi
is 'the second interrupt: nothing is printed' "$(cat "$tmp/out")" ''

# ---- bounds ----
bounded() { # NAME STATUS LINE COMMAND...: standard output must begin with LINE
  local name=$1 want=$2 line=$3
  shift 3
  timeout $((30 * slow)) "$HEDDLE" "$@" >"$tmp/out" 2>"$tmp/err"
  is "$name: exit status" $? "$want"
  is "$name" "$(head -n 1 "$tmp/out")" "$line"
}
bounded 'endless loop, time' 4 'inconclusive: time 1 s' check --time 1 -cp "$classes" Endless loop
bounded 'endless loop, steps' 4 'inconclusive: max-steps 300000' check --max-steps 300000 \
  -cp "$classes" Endless loop
bounded 'endless calls, time' 4 'inconclusive: time 1 s' check --time 1 -cp "$classes" Endless calls
bounded 'endless calls, steps' 4 'inconclusive: max-steps 300000' check --max-steps 300000 \
  -cp "$classes" Endless calls
bounded 'endless run, steps' 125 '' run --max-steps 300000 -cp "$classes" Endless loop
is 'endless run, steps: the option is named' "$(grep -c -- '--max-steps' "$tmp/err")" 1
bounded 'endless run, time' 125 '' run --time 0.5 -cp "$classes" Endless loop
bounded 'many states, memory' 4 '{' check --memory 1 --json --property deadlock -cp "$classes" \
  Endless states
is 'many states, memory: reason' "$(json_value "$tmp/out" reason | cut -d, -f1)" 'memory 1 MB'
if [ "$(json_value "$tmp/out" frontier)" -gt 0 ]; then
  ok 'memory: the frontier is counted'
else
  not_ok 'memory: the frontier is counted'
fi
bounded 'deep recursion' 0 'StackOverflowError true' run -cp "$classes" Endless deep
bounded 'full heap' 0 'OutOfMemoryError' run --heap 8 -cp "$classes" Endless heap
"$HEDDLE" run --max-steps 300000 -cp "$classes" Endless loop 2>"$tmp/one"
"$HEDDLE" run --max-steps 300000 -cp "$classes" Endless loop 2>"$tmp/two"
if cmp -s "$tmp/one" "$tmp/two"; then
  ok 'steps: the run ends at the same place each time'
else
  not_ok 'steps: the run ends at the same place each time' "$(cat "$tmp/two")"
fi
done_testing
