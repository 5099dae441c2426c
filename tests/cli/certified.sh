#!/usr/bin/env bash
# Every error that a search finds is executed again (soundness rule 35, same cuts again), whatever
# the search, the reduction, the atomic methods, the marks, the inputs and the place of class
# initialisers. No check of a generated program ends with an internal error.
#   tests/cli/certified.sh [SEED COUNT RUNS]     COUNT programs from GenInits, each with RUNS
#                                                random sets of options; ten programs with three
#                                                sets if nothing is given, fewer in slower builds
# timeout: 600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
seed=${1:-1} count=${2:-$((10 / ${HEDDLE_SLOW:-1}))} runs=${3:-3}
tmp=${TEST_TMP:-$(mktemp -d)}
RANDOM=$seed

"$JAVA" -cp "$HEDDLE_JAVA/gen" GenInits "$seed" "$count" "$tmp/src" >/dev/null || exit 1
"$JAVAC" -nowarn -g -cp "$HEDDLE_JAVA/verdicts" -d "$tmp/classes" "$tmp"/src/*.java \
  2>"$tmp/javac.txt" ||
  { not_ok 'the programs compile' "$(head -n 5 "$tmp/javac.txt")"; exit 1; }

readonly searches=('dfs' 'dfs' 'dfs --sleep-sets' 'bfs' 'bfs --sleep-sets' 'random-dfs' \
  'context-bounded' 'greedy-best-first --heuristic most-blocked'
  'random --walks 60' 'pct --walks 60' 'fair-pct --walks 60' 'pos --walks 60' \
  'bmc --depth 40' 'jrf' 'guided' \
    'dfs --all-errors' 'dfs --thread-symmetry')
readonly reductions=('full' 'full' 'none' 'sync')
readonly atomics=('' '' '--contracts' '--contracts --atomic java\.util\..*' '--atomic java\..*')
readonly properties=('deadlock,exception,race' 'deadlock,exception' 'exception' 'deadlock' \
  'exception,race,conflict')

options_of() { # PROGRAM: prints a line of random options
  local search=${searches[RANDOM % ${#searches[@]}]} por=${reductions[RANDOM % ${#reductions[@]}]}
  local atomic=${atomics[RANDOM % ${#atomics[@]}]} \
    property=${properties[RANDOM % ${#properties[@]}]} seq=''
  if [ "$search" = jrf ] || [ "$por" = sync ]; then property=deadlock,exception,race; fi
  if [ "$search" = guided ] || [ $((RANDOM % 3)) = 0 ]; then seq="--seq @/src/$1.seq"; fi
  echo "--search $search --por $por $atomic $seq --property $property --seed $((RANDOM % 9))"
}

for ((k = 0; k < count; k++)); do
  for ((i = 0; i < runs; i++)); do echo "Init$k $(options_of "Init$k")"; done
done >"$tmp/runs"

one() { # LINE of runs: prints the exit status and the line; after a failure, also heddle's message
  local -a words
  local status
  read -r -a words <<<"$1"
  words=("${words[@]/#@/"$2/.."}")
  "$HEDDLE" check -q --max-states 4000 --max-steps 20000000 -o "$3.htrace" \
    -cp "$2:$HEDDLE_JAVA/verdicts" "${words[@]:1}" "${words[0]}" \
    >"$3" 2>&1
  status=$?
  if [ $status = 1 ]; then
    "$HEDDLE" replay "$3.htrace" >"$3" 2>&1
    [ $? = 1 ] || status=replay
  fi
  echo "$status $1$(case $status in [014]) ;; *) echo; sed 's/^/    /' "$3" | tail -n 3 ;; esac)"
  rm -f "$3"*
}
export -f one
export HEDDLE HEDDLE_JAVA
nl -ba -w1 -s' ' "$tmp/runs" |
  xargs -P 2 -d '\n' -I LINE bash -c 'l=$1; one "${l#* }" "$2/classes" "$2/out-${l%% *}"' _ LINE \
  "$tmp" >"$tmp/all"

errors=$(grep -c '^1 ' "$tmp/all") other=$(grep -c '^[04] ' "$tmp/all")
bad=$(grep -v '^[014] ' "$tmp/all")
if [ -z "$bad" ]; then
  ok "$((count * runs)) checks"
else
  not_ok "$((count * runs)) checks" "$bad"
fi
if [ "$errors" -ge $((count * runs / 4)) ]; then
  ok "$errors errors, all executed again; $other programs without error"
else
  not_ok "$errors errors, $other programs without error"
fi
done_testing
