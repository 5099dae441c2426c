#!/usr/bin/env bash
# The property hang: its counterexample in every command that reads one, the scope's statement, and
# the agreement of the searches that evaluate it.
# STRESS builds run this.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

"$HEDDLE" check -q -o "$tmp/e.htrace" -cp "$cp" Hangs certain exchange >"$tmp/out" 2>&1
is 'check finds a hang' "$? $(head -n 1 "$tmp/out")" \
  '1 error: hang: T0 main (Hangs.java:49), T1 lambda at Hangs.java:71 (Hangs.java:51) loop for ever '\
'and read Hangs.turn; the program can no longer end'
is 'the looping thread and its loop are named' \
  "$(grep -c 'loops for ever:\|volatile read of Hangs.turn in Hangs.exchange' "$tmp/out")" 4
"$HEDDLE" replay -o "$tmp/again.htrace" "$tmp/e.htrace" >"$tmp/out" 2>&1
is 'the counterexample replays' "$? $(head -n 1 "$tmp/out")" \
  '1 error: hang: T0 main (Hangs.java:49), T1 lambda at Hangs.java:71 (Hangs.java:51) loop for ever '\
'and read Hangs.turn; the program can no longer end'
if cmp -s "$tmp/e.htrace" "$tmp/again.htrace"; then
  ok 'the copy is the same'
else
  not_ok 'the copy is the same'
fi
printf '%s\n' 'follow 1000000' 'quit' >"$tmp/script"
"$HEDDLE" debug --trace "$tmp/e.htrace" --batch "$tmp/script" >"$tmp/out" 2>&1
is 'the debugger follows it to the error' \
  "$(grep -q 'hang of T0 main, T1 lambda at Hangs.java:71' "$tmp/out" && echo yes)" yes

scope() { # NAME WANT ARGS...: compares what the scope says about hangs
  local name=$1 want=$2
  shift 2
  "$HEDDLE" check -q -cp "$cp" "$@" >"$tmp/out" 2>&1
  is "$name" "$(grep '^  scope' "$tmp/out" |
    grep -oE 'hangs not checked( in loops that read the clock)?|no other liveness' |
    tr '\n' ',')" "$want"
}
scope 'scope: hangs are evaluated' 'no other liveness,' Hangs none set
scope 'scope: random walks' 'hangs not checked,' --search random --walks 5 SafeOneLock
scope 'scope: a bound on depth' 'hangs not checked,' --depth 3 SafeOneLock
scope 'scope: sleep sets' 'hangs not checked,' --sleep-sets SafeOneLock
scope 'scope: the property is off' '' --property deadlock SafeOneLock
scope 'scope: a loop that asks whether an object was collected' \
  'hangs not checked in loops that read the clock,no other liveness,' \
  Hangs \
  none reference
scope 'scope: a stopped search' 'hangs not checked,no other liveness,' --max-states 5 SafeOneLock

"$HEDDLE" check -q --all-errors --json -cp "$cp" Hangs certain sometimes >"$tmp/all.json" 2>&1
is '--all-errors finds both hangs' "$? $(grep -c '"property": "hang"' "$tmp/all.json")" '1 2'
"$HEDDLE" check -q --all-errors --search bfs --json -cp "$cp" Hangs certain sometimes \
  >"$tmp/all.json" 2>&1
is '--all-errors with bfs finds both hangs' \
  "$? $(grep -c '"property": "hang"' "$tmp/all.json")" '1 2'
"$HEDDLE" check -q --outcomes -cp "$cp" Hangs certain sometimes >"$tmp/out" 2>&1
is 'a hang is an outcome' \
  "$(grep -c '^  outcome [0-9]*: \(hang (hang of T0 main\|exit 0\)' "$tmp/out")" 2
"$HEDDLE" check -q --outcomes --property deadlock,hang -cp "$cp" DeadAmongOthers >"$tmp/out" 2>&1
is 'a deadlock beside a looping thread: both are ends, and the search is complete' \
  "$(grep -oE '^  outcome [0-9]*: [a-z]+|not complete' "$tmp/out" | tr '\n' ',')" \
  '  outcome 1: deadlock,  outcome 2: hang,'
for option in '' --sleep-sets '--depth 40'; do
  # shellcheck disable=SC2086 # $option is nothing or words
  "$HEDDLE" check -q --outcomes --property deadlock $option -cp "$cp" DeadAmongOthers \
    >"$tmp/out" 2>&1
  is "the deadlock is an outcome without the property hang $option" \
    "$(grep -oE '^  outcome [0-9]*: [a-z]+|not complete' "$tmp/out" | tr '\n' ',')" \
    '  outcome 1: deadlock,'
done
for option in --sleep-sets '--depth 50' '--search context-bounded'; do
  # shellcheck disable=SC2086 # $option is words
  "$HEDDLE" check -q --try 0 --property hang $option -cp "$cp" Hangs none set >"$tmp/out" 2>&1
  is "only hang with $option: nothing is claimed" "$? $(head -n 1 "$tmp/out")" \
    '4 inconclusive: this search does not look for hangs'
done
for search in dfs bfs; do
  from=()
  for states in 4 8 100; do
    "$HEDDLE" check -q --all-errors --search $search --checkpoint "$tmp/c" "${from[@]}" \
      --max-states $states -cp "$cp" Hangs certain sometimes >"$tmp/out" 2>&1
    status=$?
    from=(--resume "$tmp/c")
  done
  is "$search in pieces" "$status $(head -n 1 "$tmp/out")" \
    '1 error: hang: T0 main loops for ever at Hangs.java:19 and reads Hangs.flag; the program '\
'can no longer end'
done
done_testing
