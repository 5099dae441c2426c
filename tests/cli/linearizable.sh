#!/usr/bin/env bash
# heddle env checks the results of calls: errors are found in wrong components, and none in their
# fixed twins and in correct classes of the JDK. Also tests calls that never return, models,
# observations, and bad options.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH # as for users: --search auto
out=$TEST_TMP/out cp=$TEST_TMP/cp
mkdir -p "$cp"
javac -g -d "$cp" tests/java/results/*.java || exit 5

env_of() { # OPERAND OR OPTION...: sets status; the output is in $out
  "$HEDDLE" env -q --time 120 -cp "$cp" "$@" >"$out" 2>&1
  status=$?
}
says() { # NAME STATUS PATTERN
  is "$1: exit status" "$status" "$2"
  if grep -qE -- "$3" "$out"; then
    ok "$1: the output"
  else
    not_ok "$1: the output" "$(head -n 12 "$out")" "want $3"
  fi
}
scenario() { # NAME CLASS TEXT STATUS PATTERN [OPTION...]
  env_of --env scenario "$3" "$2" "${@:6}"
  says "$1" "$4" "$5"
}
none='^no error: the search is complete'
wrong='^error: no order of the calls produces these results'

# ---- wrong components and their fixed twins ----
scenario 'a lost update' Accounts 'withdraw(1, 1) || deposit(1, 1); withdraw(1, 1)' 1 "$wrong" \
  --before 'deposit(1, 1)' -o "$TEST_TMP/error.htrace"
is 'the calls are listed by thread' \
  "$(grep -cE '^ +T1 +T2$|^ +begin withdraw\(1, 1\)$|withdraw\(1, 1\) ends -> true' "$out")" 3
is 'the nearest orders are shown' \
  "$(grep -cE 'in the order T[12] .*: then T[12] .* returns' "$out" |
  sed 's/[1-9].*/some/')" some
again=$(sed -n "s/^ *again: heddle env --env scenario '\([^']*\)' .*/\1/p" "$out")
is 'the command that repeats the scenario is printed' \
  "$again" 'withdraw(1, 1) || deposit(1, 1); withdraw(1, 1)'
"$HEDDLE" explain "$TEST_TMP/error.htrace" >"$out" 2>&1
is 'its counterexample is explained' \
  "$(grep -c 'no order of the calls produces these results' "$out")" 1
"$HEDDLE" replay "$TEST_TMP/error.htrace" >"$out" 2>&1
is '... and replays' "$(grep -c 'no order of the calls produces these results' "$out")" 1
printf ':help\n' >"$TEST_TMP/batch"
"$HEDDLE" debug --trace "$TEST_TMP/error.htrace" --batch "$TEST_TMP/batch" >"$out" 2>&1
is '... and opens in the debugger' $? 0
env_of --env all --length 2 --methods 'deposit|withdraw' --json Accounts
says 'JSON: all combinations' 1 '"property": "linearizable"'
scenario 'if for while' Buffer 'take() || put("a"); take()' 1 "$wrong"
scenario 'a node that comes back' Stack 'pop() || pop(); pop(); push("c"); pop()' 1 "$wrong" \
  --before 'push("a"); push("b")'
scenario 'a check, then an act' Cache 'get("a") || get("a")' 1 'Object#2'
for c in Accounts Buffer Cache; do
  env_of --env all --length 2 "Good$c"
  says "Good$c" 0 "$none"
done
scenario 'GoodStack' GoodStack 'pop() || pop(); pop(); push("c"); pop()' 0 "$none" \
  --before 'push("a"); push("b")'
found=0
for seed in $(seq 1 12); do
  env_of --seed "$seed" Cache
  [ $status = 1 ] && found=1 && break
done
is 'random short sequences find an error' $found 1

# ---- the JDK ----
deque='addLast(4); pollFirst() || addFirst(-4); peekLast()'
jdk=java.util.concurrent
scenario 'a deque of the JDK' $jdk.ConcurrentLinkedDeque "$deque" 1 "$wrong"
for property in sequential quiescent; do
  scenario "... with --property $property" \
    $jdk.ConcurrentLinkedDeque "$deque" 1 "property $property" \
    --property $property
done
for search in dfs bfs random-dfs dpor; do
  scenario "... with --search $search" \
    $jdk.ConcurrentLinkedDeque "$deque" 1 "$wrong" --search $search
done
env_of --env all --length 2 --methods 'offer|poll|peek|isEmpty' $jdk.ConcurrentLinkedQueue
says 'a queue' 0 "$none"
env_of --time 300 --env all --length 2 --methods 'put|get|remove\(Object\)' \
  $jdk.ConcurrentSkipListMap
says 'a map' 0 "$none"
scenario 'a queue that is full' $jdk.ArrayBlockingQueue 'put(1); put(2) || poll()' 0 "$none" \
  --new 'new ArrayBlockingQueue(1)'

# ---- the order of calls in real time ----
late() { # NAME STATUS PATTERN [OPTION...]
  scenario "$1" Late 'set(1) || get()' "$2" "$3" --model Register "${@:4}"
}
late 'linearizable: a call that had ended comes first' 1 "$wrong"
late 'sequential: real time does not count' 0 "$none" --property sequential
late 'quiescent: an order across moments without calls counts' \
  1 'respects the moments at which no call was running produces' \
  --property quiescent
scenario 'sequential: the order within a thread counts' \
  Late 'set(1); get() || get()' 1 'property sequential' \
  --model Register --property sequential

# ---- calls that block ----
scenario 'a call that waits for another thread' GoodBuffer 'take() || put("a"); take()' 0 "$none"
scenario 'a lost notification' Deaf 'take() || put("a")' 1 '^error: deadlock: '
scenario '... without the property deadlock' \
  Deaf 'take() || put("a")' 1 \
  '^error: take\(\) blocks for ever, and no order of the calls produces' \
  --property linearizable

# ---- exceptions, models, observations ----
scenario 'an exception is a result' Accounts 'fail() || deposit(1, 1)' 0 "$none" \
  --property linearizable
scenario 'a model' $jdk.ConcurrentSkipListMap 'put(1, 2) || get(1)' 0 "$none" \
  --model java.util.TreeMap
scenario 'a model that differs' GoodAccounts 'deposit(1, 1) || withdraw(1, 1)' 1 "$wrong" \
  --model Poor
scenario 'a model that lacks a method' $jdk.ConcurrentSkipListMap 'put(1, 2) || firstEntry()' 2 \
  'the model: scenario: no public method accepts these arguments: firstEntry' --model java.util.HashMap
scenario 'an unknown model' Accounts 'fail() || fail()' 3 '^heddle: --model: no class None' \
  --model None
scenario 'a final observation agrees' Accounts 'deposit(1, 1) || deposit(1, 1)' 0 "$none" \
  --observe 'getBalance(1), getBalance(0)'
scenario '... and shows a lost update' \
  Lossy 'add() || add()' 1 'after the threads: count\(\) -> 1$' \
  --observe 'count()'
scenario '... which no call shows without the observation' Lossy 'add() || add()' 0 "$none"
scenario 'an observation with a syntax error' Accounts 'fail() || fail()' 2 \
  '^heddle: --observe: scenario: ' --observe 'getBalance(('
scenario 'an observation without the property linearizable' Accounts 'fail() || fail()' 2 \
  '--observe works only with --property linearizable' --observe 'getBalance(1)' --property race
env_of --env universal --property linearizable Accounts
says 'a universal environment is refused' 2 'cannot be combined with --env universal'
"$HEDDLE" check --property linearizable heddle.Scenario '{ 1 || 2 }' >"$out" 2>&1
is 'results without an environment are refused' $? 2

# ---- suggested commands exist ----
"$HEDDLE" env -q -cp "$cp" --search random --walks 1 --try 20 --env scenario \
  'get("a") || get("a")' GoodCache >"$out" 2>&1
is 'no suggestion names heddle check' "$(grep -c 'heddle check' "$out")" 0
is '... but heddle env' \
  "$(grep -cE '^    again: heddle env .*GoodCache$' "$out" | sed 's/[1-9].*/some/')" some

done_testing
