#!/usr/bin/env bash
# An inconclusive search suggests what could be tried next.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts

try() { # NAME PATTERN OPTIONS...
  local name=$1 pattern=$2
  shift 2
  "$HEDDLE" check -q --try 0 -cp "$cp" "$@" >"$TEST_TMP/out" 2>&1
  is "$name: exit status" $? 4
  is "$name" "$(grep -cE "^  try: .*$pattern" "$TEST_TMP/out")" 1
  "$HEDDLE" check -q --json -cp "$cp" "$@" >"$TEST_TMP/out.json" 2>&1
  is "$name, JSON" "$(json_value "$TEST_TMP/out.json" advice | grep -cE -- "$pattern")" 1
}
try 'depth' 'raise --depth' --depth 3 SafeOneLock
try 'states' 'raise --max-states' --max-states 5 SafeOneLock
try 'values' 'smaller range' DataVerifier intFine
try 'walks' 'never prove' --search random --walks 3 SafeOneLock
try 'walks of pct' 'never prove' --search pct --walks 3 SafeOneLock
is 'pct ends after --walks' \
  "$(json_value "$TEST_TMP/out.json" reason | grep -c '^3 random walks; 3 runs ')" 1
try 'no preemptions' 'raise --preemptions' --search context-bounded --preemptions 0 SafeOneLock
is 'no preemptions: JSON has the bound and the next one' \
  "$(jq -r '.stopped | .value + " " + .next' "$TEST_TMP/out.json")" '0 1'
try 'time' '(raise --time|--search pct|--search dpor|--contracts) ?[^;]*(; [^;]*)?$' --search dfs \
  --time 0.5 BigSpace 6 6
try 'states' '--search pct [^;]*; --search dpor [^;]*$' --search dfs --max-states 3000 BigSpace 6 6
try 'states, in the library' '--contracts [^;]*; --search pct [^;]*$' --search dfs \
  --max-states 3000 SafePool
# Options that are already in force are not suggested.
try 'states, --contracts' '--search pct [^;]*; --search dpor [^;]*$' --contracts --max-states 3000 \
  BigSpace 6 6
try 'states, pct' '--search [dc][^;]*; --search [dc][^;]*$' --search pct --max-states 3000 \
  BigSpace 6 6
# If little is left to search, a higher bound is suggested first.
try 'states, half of them' 'raise --max-states; --contracts [^;]*$' --search dfs \
  --max-states 20000 SafeReadWriteLock
try 'native' 'is missing' Unsupported
"$HEDDLE" check -q -cp "$cp" SafeOneLock >"$TEST_TMP/out" 2>&1
is 'a verdict comes without advice' "$(grep -c try: "$TEST_TMP/out")" 0
done_testing
