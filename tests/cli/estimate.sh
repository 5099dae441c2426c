#!/usr/bin/env bash
# The estimated size of a search before its end: --estimate, and the JSON of a stopped search.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/check-says.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

# Stopped at a share of its states: the size is known within FACTOR and lies in the interval.
near() { # KEY PERCENT FACTOR OPTION...
  local key=$1 percent=$2 factor=$3 states size
  shift 3
  states=$(json_value "$tmp/whole.json" states)
  size=$(json_value "$tmp/whole.json" "$key")
  "$HEDDLE" check -q --json --try 0 --max-states $((states * percent / 100)) -cp "$cp" "$@" \
    >"$tmp/out" 2>"$tmp/err"
  is "$* at $percent %" "$(json_value "$tmp/out" of)" "$key"
  is "$* at $percent %: within a factor of $factor, in the interval" "$(awk -v n="$size" \
    -v f="$factor" -v s="$(json_value "$tmp/out" size)" -v l="$(json_value "$tmp/out" low)" \
    -v h="$(json_value "$tmp/out" high)" \
    'BEGIN { good = s <= n * f && n <= s * f && l <= n && n <= h
             print good ? "yes" : s " of " n ", " l " to " h }')" \
    yes
}

"$HEDDLE" check -q --json --search dfs -cp "$cp" SafeReadWriteLock >"$tmp/whole.json"
near states 10 2 --search dfs SafeReadWriteLock
near states 25 2 --search dfs SafeReadWriteLock
near states 50 2 --search dfs SafeReadWriteLock
"$HEDDLE" check -q --json --search dpor --property deadlock,exception -cp "$cp" \
  Executions lastzero 9 >"$tmp/whole.json"
near executions 25 2 --search dpor --property deadlock,exception Executions lastzero 9
near executions 50 2 --search dpor --property deadlock,exception Executions lastzero 9
is 'the same bounds produce the same estimate' "$(json_value "$tmp/out" size)" \
  "$("$HEDDLE" check -q --json --try 0 --search dpor --property deadlock,exception -cp "$cp" \
    --max-states $(($(json_value "$tmp/whole.json" states) * 50 / 100)) Executions lastzero 9 |
    sed -n 's/^ *"size": \([0-9.e+]*\),$/\1/p')"

# Searches of different input values, as heddle env --env all makes them, have no states in common.
programs() { # OPTION...
  "$HEDDLE" env -q --json --search dfs --env all --length 2 --methods 'offer|poll' "$@" \
    java.util.concurrent.ConcurrentLinkedQueue
}
programs >"$tmp/whole.json"
for percent in 15 30 60; do
  n=$(json_value "$tmp/whole.json" states)
  programs --try 0 --max-states $((n * percent / 100)) >"$tmp/out"
  is "programs of which $percent % are done: within a factor of 2, in the interval" \
    "$(awk -v n="$n" -v s="$(json_value "$tmp/out" size)" -v l="$(json_value "$tmp/out" low)" \
      -v h="$(json_value "$tmp/out" high)" \
      'BEGIN { good = s <= n * 2 && n <= s * 2 && l <= n && n <= h
               print good ? "yes" : s " of " n ", " l " to " h }')" yes
done

# ---- --estimate ----
check 'stopped' 4 --estimate --search dfs --max-states 8000 SafeReadWriteLock
says '^estimate: about [0-9,]+ states \([0-9,]+ to [0-9,]+\)$'
time='[0-9.]+ (s|min|h)'
says "^  at the speed so far: $time for the whole search \($time to $time\)$"
says '^  [0-9,]+ states met in [0-9.]+ s, and no error: (max-states 8000|time 4 s)$'
check 'executions' 4 --estimate --search dpor --property deadlock,exception --max-states 20000 \
  Executions lastzero 9
says '^estimate: (about|at least) [0-9,]+ executions'
check 'too little was explored' 4 --estimate --search dfs --max-states 100 SafeReadWriteLock
says '^estimate: at least [0-9,]+ states$'
check '--time sets the time' 4 --estimate --time 0.5 --search dfs --property deadlock BigSpace 9 9
says '^estimate: at least [0-9.,]+ (thousand|million|billion)* *states$'
check 'a search that ends earlier' 0 --estimate --search dfs SafeOneLock
says '^no error: the search is complete'
check 'an error' 1 --estimate --search dfs ErrorLostUpdate
says '^error: '
check 'JSON' 4 --estimate --json --search dfs --max-states 8000 SafeReadWriteLock
is 'JSON: trusted' "$(json_value "$tmp/out" trusted)" true
is 'JSON: the verdict stays' "$(json_value "$tmp/out" verdict)" inconclusive
check 'a search without an estimate is refused' 2 --estimate --search bfs SafeOneLock
says 'works only with the searches dfs and dpor, not with bfs' "$tmp/err"
check 'a bound on depth is refused' 2 --estimate --search dfs --depth 5 SafeOneLock
says 'works only with the whole search of one program' "$tmp/err"

done_testing
