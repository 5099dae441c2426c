#!/usr/bin/env bash
# The exhaustive strategies agree: each of them finds the verdict of each row of the verdict tables,
# and no other strategy says "no error" if there is nothing to find.
#   tests/cli/strategies.sh [STEP]     every STEP-th row (by default 40, more in slower builds that
#                                      check more), selected by HEDDLE_SAMPLE; 1: all
# STRESS builds run this.
# timeout: 600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
step=${1:-$((40 * ${HEDDLE_SLOW:-1}))}

# Rows whose options name a strategy, a reduction of some strategies or a bound on depth are left
# out, because they concern only those. Whether a search came near the bound of the heap is
# decided by an upper bound that counts garbage, so it depends on the order of the search. Without h
# in the fingerprint, the order of the search decides what is missed. Only searches of the whole
# graph evaluate a hang.
rows=$TEST_TMP/rows
tests/tools/run-verdicts.sh --rows |
  grep -v -- '--search\|--depth\|--sleep-sets\|--thread-symmetry\|--heap\|--no-match-h' |
  awk -v step="$step" -v first="${HEDDLE_SAMPLE:-0}" 'NR % step == first % step' >"$rows"
grep -v '| *hang ' "$rows" >"$rows.ends"
each() { # NAME OPTIONS...: runs every row with a strategy, two at a time
  local name=$1 bad rows=$rows
  shift
  case $* in *--sleep-sets* | *context-bounded*) rows=$rows.ends ;; esac
  bad=$(VERDICT_SEARCH="$*" xargs -a "$rows" -d '\n' -P 2 -I ROW bash -c \
    'TEST_TMP=$(mktemp -d) || exit 1; out=$(tests/tools/run-verdicts.sh "$1" 2>&1) || { echo "$1"; echo "$out"; }; rm -rf "$TEST_TMP"' _ ROW)
  if [ -z "$bad" ]; then ok "$name: $(wc -l <"$rows") rows"; else not_ok "$name" "$bad"; fi
}
echo "# HEDDLE_SAMPLE=${HEDDLE_SAMPLE:-0}"
each bfs --search bfs
each 'dfs with sleep sets' --search dfs --sleep-sets
each 'bfs with sleep sets' --search bfs --sleep-sets
each random-dfs --search random-dfs --seed 7
each greedy-best-first --search greedy-best-first --heuristic most-blocked
each context-bounded --search context-bounded

silent() { # NAME OPTIONS...: without an error, the search must end inconclusive and say why
  local name=$1 out=$TEST_TMP/out.json
  shift
  check_json "$out" --max-states 20000 "$@" -cp "$HEDDLE_JAVA/verdicts" SafeOneLock
  is "$name" "$? $(json_value "$out" verdict) $(json_value "$out" complete)" '4 inconclusive false'
}
silent random --search random
silent pct --search pct
silent fair-pct --search fair-pct
silent pos --search pos
silent 'context-bounded within its bound' --search context-bounded --preemptions 0

found() { # NAME WANTED-STATUS ARGS...
  local name=$1 want=$2 out=$TEST_TMP/out.json
  shift 2
  check_json "$out" --max-states 200000 "$@"
  is "$name" $? "$want"
}
v=$HEDDLE_JAVA/verdicts
found 'pct finds a deadlock' 1 --search pct -cp "$HEDDLE_SAMPLES/Philosophers" Philosophers 3
found 'fair-pct finds a deadlock' 1 --search fair-pct -cp "$HEDDLE_SAMPLES/Philosophers" \
  Philosophers 3
found 'fair-pct finds a race' 1 --search fair-pct -cp "$v" RacePeterson
found 'pos finds a deadlock' 1 --search pos -cp "$HEDDLE_SAMPLES/Philosophers" Philosophers 3
found 'pos finds a race' 1 --search pos -cp "$v" RacePeterson
found 'pct finds a race' 1 --search pct -cp "$v" RacePeterson
found 'jrf finds a race' 1 --search jrf -cp "$v" RacePeterson
found 'jrf says "no error" after a complete search' 0 --search jrf -cp "$v" SafePeterson
found 'an error that needs no preemption is found without one' \
  1 --search context-bounded --preemptions 0 -cp "$v" DeadEmptyQueue
found 'an error that needs a preemption is not found without one' \
  4 --search context-bounded --preemptions 0 --property exception \
  -cp "$v" ErrorLostUpdate
found 'one preemption is enough to find it' \
  1 --search context-bounded --preemptions 1 --property exception -cp "$v" \
  ErrorLostUpdate
found 'jrf without the property race is refused' \
  2 --search jrf --property deadlock -cp "$v" SafePeterson
found 'the property conflict with --por sync is refused' \
  2 --por sync --property race,conflict -cp "$v" SafePeterson
printf '%s\n' 'RaceAfterStart.lambda$main$0:8' RaceAfterStart.java:9 >"$TEST_TMP/marks.seq"
found 'a conflict of marked lines is found' \
  1 --property conflict --seq "$TEST_TMP/marks.seq" -cp "$v" RaceAfterStart
found 'jrf with an unknown heuristic is refused' 2 --search jrf --jrf WF,XX -cp "$v" SafePeterson
found 'an unknown heuristic is refused' 2 --search guided --heuristic nearest -cp "$v" SafePeterson
found 'a heuristic that aims at locations is refused without a sequence' \
  2 --search greedy-best-first --heuristic fsm -cp "$v" \
  SafePeterson
found 'prefer-threads without threads is refused' \
  2 --search greedy-best-first --heuristic prefer-threads \
  -cp "$v" SafePeterson

# Counterexamples have few switches or few steps.
steps() { json_value "$TEST_TMP/out.json" "$1"; }
found 'a random walk finds an error, as found' 1 --search random --as-found --property exception \
  -cp "$HEDDLE_SAMPLES/AbsList" AbsList 1 3
switches=$(steps switches)
is 'as found: the counterexample is not minimal' "$(steps minimal)" false
found 'a random walk finds an error, minimised' 1 --search random --property exception \
  -cp "$HEDDLE_SAMPLES/AbsList" AbsList 1 3
is 'minimised: the counterexample is minimal' "$(steps minimal)" true
if [ "$(steps switches)" -lt "$switches" ]; then
  ok 'minimising leaves fewer switches'
else
  not_ok 'minimising leaves fewer switches' "$switches, then $(steps switches)"
fi
found '--shortest finds an error' \
  1 --shortest --property exception -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
shortest=$(steps steps)
found 'depth-first search finds an error' \
  1 --property exception --as-found -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
if [ "$shortest" -lt "$(steps steps)" ]; then
  ok 'the shortest counterexample has fewer steps'
else
  not_ok 'the shortest counterexample has fewer steps' "$shortest, $(steps steps)"
fi
found 'no error is found within a depth less than the shortest' \
  4 --search bmc --property exception \
  --depth $((shortest - 1)) -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1
found 'context-bounded search is inconclusive within a small depth' \
  4 --search context-bounded --depth 5 --property deadlock \
  -cp "$v" SafeOneLock
found 'context-bounded search is complete within a sufficient depth' \
  0 --search context-bounded --depth 500 \
  -cp "$v" SafeOneLock
found '--shortest with another search is refused' 2 --shortest --search guided -cp "$v" SafePeterson

# Every strategy that ranks states accepts every heuristic; the sequence leads to the error.
s=$HEDDLE_SAMPLES/TwoStage
for search in guided greedy-best-first; do
  for h in pfsm fsm e-fca random prefer-threads most-blocked interleaving; do
    prefer=()
    [ $h = prefer-threads ] && prefer=(--prefer Thread-0,Thread-1)
    found "$search with $h" 1 --search $search --heuristic $h "${prefer[@]}" --property exception \
      --seq sample-traces/TwoStage/TwoStage.seq -cp "$s" TwoStage 2 1
  done
done

# The same seed gives the same search.
for search in random-dfs pct 'greedy-best-first --heuristic random' jrf context-bounded; do
  for k in 1 2; do
    # shellcheck disable=SC2086 # words are meant to be split
    check_json "$TEST_TMP/$k.json" --search $search --seed 5 -cp "$HEDDLE_SAMPLES/Philosophers" \
      Philosophers 3
  done
  is "$search twice" "$(grep -vE 'seconds|peak_kb' "$TEST_TMP/1.json")" \
    "$(grep -vE 'seconds|peak_kb' "$TEST_TMP/2.json")"
done
done_testing
