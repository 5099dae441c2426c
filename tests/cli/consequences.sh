#!/usr/bin/env bash
# What a data race leads to (tests/java/harm/table.txt): heddle check names the exception, deadlock
# or hang first and the race as its cause, and it finds nothing in the repaired program. Also tests
# which options make the race the answer, and the report on a race that leads to nothing.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH
slow=${HEDDLE_SLOW:-1}
harm=$HEDDLE_JAVA/harm
out=$TEST_TMP/out
check() { # OPTION... MAIN: sets status, out, out.err
  "$HEDDLE" check --time $((10 * slow)) -cp "$harm" "$@" >"$out" 2>"$out.err" </dev/null
  status=$?
}
rows() { # prints PROGRAM|PROPERTY|TEXT|OLD of each row
  sed -E '/^(#|$)/d; s/ *\| */|/g; s/ *$//' tests/java/harm/table.txt
}
starts() { # TEXT: does the first line of the answer begin with TEXT?
  local line
  read -r line <"$out"
  [ "${line:0:${#1}}" = "$1" ] && echo yes || echo "$line"
}
# in_object FILE KEY NAME: prints the value of NAME in the top-level object KEY of the JSON.
in_object() {
  sed -n "/^  \"$2\": {/,/^  }/p" "$1" >"$1.part"
  json_value "$1.part" "$3"
}

is 'each program has a row and a repaired twin' \
  "$(find tests/java/harm -name '*.java' -printf '%f\n' | sed 's/\.java$//' | sort)" \
  "$(rows | cut -d'|' -f1 | sed 's/.*/&\n&Fixed/' | sort)"

named='^  the data race that was found first \(--first-race\):'
while IFS='|' read -r program property text old; do
  trace=$TEST_TMP/$program.htrace
  check -o "$trace" "$program"
  is "$program: what the race leads to is the answer" "$status $(starts "error: $text")" '1 yes'
  is "$program: a race is named" "$(grep -cE "$named data race \(W[RW]\) on $program" "$out")" 1
  is "$program: older values are mentioned where they matter" \
    "$(grep -c '^  some of its reads return older values' "$out")" "$([ -z "$old" ]; echo $?)"
  is "$program: ... and nothing is said of a race without consequences" \
    "$(grep -c 'no consequence of' "$out")" 0
  "$HEDDLE" replay "$trace" -cp "$harm" >"$TEST_TMP/replayed" 2>&1 </dev/null
  is "$program: the counterexample replays" \
    "$? $(head -n 1 "$TEST_TMP/replayed" | grep -cF "error: $text")" '1 1'
  check --json "$program"
  is "$program, JSON: certified" \
    "$status $(json_value "$out" property) $(json_value "$out" certified)" "1 $property true"
  is "$program, JSON: the race is there" "$(in_object "$out" race property) $(
    in_object "$out" race message | grep -cE "^data race \(W[RW]\) on $program"
  )" 'race 1'
  is "$program, JSON: a consequence was found" "$(in_object "$out" consequences found)" true
  check --jobs 1 "$program"
  is "$program, --jobs 1: the same kind of answer" \
    "$status $(starts "error: $text") $(grep -cE "$named" "$out")" '1 yes 1'
  for option in --first-race '--property race'; do
    # shellcheck disable=SC2086 # two words
    check $option "$program"
    is "$program, $option: the race is the answer" "$status $(
      head -n 1 "$out" | grep -cE "^error: data race \(W[RW]\) on $program"
    ) $(grep -cE "$named|no consequence of" "$out")" '1 1 0'
  done
  "$HEDDLE" confirm -q --runs 1 "$trace" >"$TEST_TMP/confirmed" 2>&1 </dev/null
  status=$?
  if [ -n "$old" ]; then
    is "$program: no JVM can be made to follow it" "$status $(
      grep -c 'older value of a location, which cannot be forced; heddle confirm --stress' \
        "$TEST_TMP/confirmed"
    )" '4 1'
  else
    is "$program: a JVM can be made to follow it" \
      "$status $(grep -c '^seen in java' "$TEST_TMP/confirmed")" '0 1'
  fi
  check "${program}Fixed"
  is "$program, repaired: no error" "$status $(starts 'no error: the search is complete')" '0 yes'
done < <(rows)

# ---- the older value is what matters ----
for program in TariffLookup RouteTable StopFlag StopRequest Poller; do
  check --property exception,deadlock,hang "$program"
  is "$program: no interleaving shows it" \
    "$status $(starts 'no error: the search is complete')" '0 yes'
done

# ---- a race that leads to nothing ----
harm=$HEDDLE_JAVA/litmus
none='^  no consequence of this race in [0-9]+ states \(all of them\):'
none="$none no deadlock or exception with"
loops='a loop that reads one for ever is found only if it runs alone and its states repeat'
for jobs in 1 2; do
  check --jobs $jobs StoreBufferPlain
  is "no consequence, --jobs $jobs: the race is the answer" \
    "$status $(starts 'error: data race (WR) on StoreBufferPlain.')" '1 yes'
  is "no consequence, --jobs $jobs: all states were searched for one" \
    "$(grep -cE "$none older values" "$out") $(grep -cE "$named" "$out")" '1 0'
  is "no consequence, --jobs $jobs: nothing is claimed of other loops" \
    "$(grep -c "$loops" "$out")" 1
done
check --json StoreBufferPlain
is 'no consequence, JSON' "$status $(json_value "$out" property) $(
  in_object "$out" consequences found
) $(in_object "$out" consequences complete) $(grep -c '^  "race": ' "$out")" '1 race false true 0'
check --json --first-race StoreBufferPlain
is '--first-race, JSON: nothing is said of consequences' \
  "$status $(grep -c '^  "consequences": ' "$out")" '1 0'

# ---- a loop that reads an older value for ever ----
harm=$HEDDLE_JAVA/harm
for search in dfs bfs pct; do
  check -q --try 0 --search $search --stale-reads all --property hang StopFlag
  is "--search $search: the stop flag" "$status $(starts 'error: hang of T1 worker')" '1 yes'
done
check -q --try 0 --search random --stale-reads all --property hang StopFlag
is 'random walks find no such loop, and say so' "$status $(
  grep -c '; a loop that reads an older value for ever is found only if' "$out"
)" '4 1'
check --stale-reads all --all-errors --json StopFlag
is '--all-errors: the loop is one error, named and listed' \
  "$status $(grep -c '"property": "hang"' "$out")" '1 2'
check -q --stale-reads all --outcomes StopFlag
is '--outcomes: the loop is an outcome beside the end' \
  "$(grep -oE '^  outcome [0-9]*: (hang|exit 0)' "$out" | sort -k 3 | tr '\n' ',')" \
  '  outcome 1: exit 0,  outcome 2: hang,'
from=()
for states in 2 4 100; do
  check -q --search dfs --stale-reads all --all-errors --checkpoint "$TEST_TMP/c" "${from[@]}" \
    --max-states $states StopFlag
  from=(--resume "$TEST_TMP/c")
done
is 'the loop is found in pieces' "$status $(starts 'error: hang of T1 worker')" '1 yes'
harm=$HEDDLE_JAVA/verdicts
check StaleLoops none racy-beside
is 'a loop that waits for a volatile field is no such hang, whatever racy field it reads' "$status $(
  starts 'error: data race'
) $(grep -cE "$none older values" "$out")" '1 yes 1'
done_testing
