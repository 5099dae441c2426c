#!/usr/bin/env bash
# Remedies that heddle tries itself: the reports on them are true, and they change nothing else.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/check-says.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

silent() {
  if grep -qE -- "$1" "$tmp/out"; then
    not_ok "does not say $1" "$(cat "$tmp/out")"
  else
    ok "does not say $1"
  fi
}
again() { # STATUS: the first command that repeats a try must end with STATUS
  local command status
  command=$(sed -n 's/^    again: heddle //p' "$tmp/out" | head -n 1)
  eval "\"\$HEDDLE\" $command" >"$tmp/again" 2>&1
  status=$?
  is "again: $command" $status "$1"
}

# ---- too large a state space: the verdict is kept, and an error that a try finds is added ----
check 'many states' 4 --property exception --max-states 3000 Rare
says '^inconclusive: max-states 3000$'
says '^  tried --search pct: error: uncaught java.lang.IllegalStateException in thread T0 main: the second came first, at Rare.java:[0-9]+, executed again'
silent '^  try: '
again 1
check 'time' 4 --property exception --time 0.3 Rare
says '^  tried --search pct: error: '
check 'a state space that one of the tries searches completely' \
  4 --property deadlock --max-states 30 SafeBlockingQueue
says '^  tried --contracts: no error: the search is complete, with verified JDK methods'
again 0
check 'options in force are not tried' 4 --property exception --max-states 300 --search pct \
  --contracts Rare
silent '^  tried --(contracts|search pct)'

# ---- the order depends on what the search saw ----
first_answers() { # REMEDY MAIN ARGUMENT...
  local want=$1
  shift
  "$HEDDLE" check -q --search dfs --max-states 20000 --try 60 -cp "$cp" "$@" >"$tmp/out" \
    2>"$tmp/err"
  is "first tried for $*" "$(sed -nE 's/^  tried ([^:]*): (no )?error: .*/\1/p' "$tmp/out" |
    head -n 1) of $(grep -m 1 '^  tried' "$tmp/out" | sed -E 's/^  tried ([^:]*): .*/\1/')" \
    "$want of $want"
}
first_answers --contracts SafePool
first_answers --contracts ErrorPool
first_answers '--search pct' --property exception Rare
check 'many threads that rarely meet' 4 --search dfs --max-states 8000 --try 90 \
  Executions filesystem 18
says '^  tried --search dpor: no error: the search is complete, without looking for hangs '

# ---- an assumption of the reduction fails ----
check 'a final field is written' 4 SoundFinalWritten
says '^  tried --por none: error: .*changed, at SoundFinalWritten.java:19, executed again'
again 1
check 'an option whose assumption fails' 4 --no-match-h SafePeterson
says '^  tried without --no-match-h: no error: the search is complete'
again 0

# ---- missing native methods ----
check 'native code of the program' 4 SoundUnsupportedBranch
says '^  the program needs it at SoundUnsupportedBranch.java:9$'
says '^  the paths without it were searched: no error, [0-9]+ states, [0-9]+ ways? to end$'
silent '^  tried'
check 'native code on all paths' 4 Unsupported
says '^  no path ends without it$'
here=$(readlink -f "${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}")
if grep -q '^JAVA_VERSION="17' "$here/release" &&
    grep -qsE '^JAVA_VERSION="2[4-9]' "$(dirname "$here")"/*/release; then
  check 'a native method of the JDK' 4 PlainSockets
  says '^  the program needs it at PlainSockets.java:[0-9]+$'
  says '^  tried --java-home [^ ]+: no error: the search is complete'
  again 0
else
  skip 'a native method of the JDK' 'no newer JDK beside a JDK 17'
fi

# ---- an error that needs a wait that ends early ----
check 'an early wait' 1 --patience 5001ms --property exception -o "$tmp/early.htrace" Patience latch
says '^  tried --patience 5000ms: no error: the search is complete, as long as no timed wait ends before its time'
"$HEDDLE" explain "$tmp/early.htrace" >"$tmp/out" 2>"$tmp/err"
silent '^  tried'
"$HEDDLE" explain --try 5 "$tmp/early.htrace" >"$tmp/out" 2>"$tmp/err"
is 'explain: exit status' $? 1
says '^  tried --patience 5000ms: no error: '
again 0

# ---- cases in which nothing is tried ----
check 'a bound that the user gave' 4 --depth 3 SafeOneLock
silent '^  tried'
check 'tries are switched off' 4 --try 0 --max-states 3000 --property exception Rare
silent '^  tried'
says '^  try: --search pct [^;]*; --search dpor [^;]*$'
check 'older values' 4 --try 0 --max-states 3000 --stale-reads all --property exception Rare
says '^  try: --search pct '
silent '^  try: .*--search dpor'
check 'JSON' 4 --json --max-states 3000 --property exception Rare
is 'JSON has no tries by default' "$(grep -c '"tried"' "$tmp/out")" 0
"$HEDDLE" explain --try 5 "$tmp/out" >"$tmp/explained" 2>&1
mv "$tmp/explained" "$tmp/out"
says '^  tried --search pct: error: '
check 'JSON with --try' 4 --json --try 5 --max-states 3000 --property exception Rare
is 'JSON with --try: the verdict is kept' "$(json_value "$tmp/out" verdict)" inconclusive
is 'JSON with --try: the try is listed' "$(grep -c '"options": "--search pct"' "$tmp/out")" 1
"$HEDDLE" explain --max-states 3000 --property exception -cp "$cp" Rare >"$tmp/out" 2>&1
is 'explain tries by itself' $? 4
says '^  tried --search pct: error: '

# ---- an interrupt ends the tries, and the verdict is kept ----
rm -f "$tmp/out" # it still contains the line that the loop below waits for
env --default-signal=INT setsid "$HEDDLE" check -q --try 60 --time 0.3 --property deadlock \
  -cp "$cp" Rare >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
for _ in {1..100}; do
  ! grep -qs '^inconclusive' "$tmp/out" || break
  sleep 0.1
done
sleep 0.3
kill -INT -- "-$pid"
started=$SECONDS
wait "$pid"
is 'interrupted: exit status' $? 4
if [ $((SECONDS - started)) -lt 10 ]; then
  ok 'interrupted: the tries end at once'
else
  not_ok 'interrupted: the tries end at once' "$((SECONDS - started)) s"
fi
says '^inconclusive: time 0.3 s$'
done_testing
