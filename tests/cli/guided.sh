#!/usr/bin/env bash
# Guided search on the samples: every seed finds the error, and the mean of states is at most that
# of the papers (TwoStage, Reorder, Wronglock: 000), or twice that if JDK code runs (AbsList,
# AryList: 001). For Deadlock, the papers say only that every trial found the error, so the limit is
# twice our own mean. For threads made from lambdas, the limit is 1.2 times the mean of threads that
# are subclasses. Prints TAP with the figures.
#   tests/cli/guided.sh [SEEDS [SEEDS-OF-THE-RANDOM-HEURISTIC]]
# STRESS builds run this.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
seeds=${1:-10} random_seeds=${2:-3}
tmp=${TEST_TMP:-$(mktemp -d)}

# trials SEEDS HEURISTIC CLASSPATH SEQ ARGS...: sets found, mean and slowest.
trials() {
  local n=$1 heuristic=$2 classes=$3 seq=$4 seed total=0
  shift 4
  found=0 slowest=0
  for ((seed = 1; seed <= n; seed++)); do
    check_json "$tmp/out.json" --search guided --heuristic "$heuristic" --seq "$seq" --seed $seed \
      --time 20 \
      --max-states 2000000 --property exception,deadlock -cp "$classes" "$@"
    [ "$(json_value "$tmp/out.json" verdict)" = error ] && found=$((found + 1))
    total=$((total + $(json_value "$tmp/out.json" states || echo 0)))
    slowest=$(awk -v a="$slowest" -v b="$(json_value "$tmp/out.json" seconds)" \
      'BEGIN { print (b > a ? b : a) }')
  done
  mean=$((total / n))
}

pfsm() { # LIMIT-OF-MEAN CLASSPATH SEQ ARGS...
  local limit=$1
  shift
  trials "$seeds" pfsm "$@"
  local what="${*:3}: $found of $seeds, mean $mean states (limit $limit), slowest $slowest s"
  if [ "$found" -eq "$seeds" ] && [ "$mean" -le "$limit" ]; then ok "$what"; else not_ok "$what"; fi
}

# more_by_chance CLASSPATH SEQ ARGS...: checks that the random heuristic needs more than three times
# the states of the last pfsm.
more_by_chance() {
  local guided=$mean
  trials "$random_seeds" random "$@"
  local what="${*:3} random: $found of $random_seeds, mean $mean states, pfsm $guided"
  if [ "$mean" -gt $((3 * guided)) ]; then ok "$what"; else not_ok "$what"; fi
}

s=$HEDDLE_SAMPLES r=$HEDDLE_JAVA/verdicts q=sample-traces
pfsm 333 "$s/TwoStage" $q/TwoStage/TwoStage.seq TwoStage 10 1
pfsm 213 "$s/TwoStage" $q/TwoStage/TwoStage.seq TwoStage 7 1
more_by_chance "$s/TwoStage" $q/TwoStage/TwoStage.seq TwoStage 7 1
pfsm 271 "$s/Reorder" $q/Reorder/Reorder.seq Reorder 10 1
more_by_chance "$s/Reorder" $q/Reorder/Reorder.seq Reorder 10 1
pfsm 3526 "$s/Wronglock" $q/Wronglock/Wronglock.seq Wronglock 1 10
more_by_chance "$s/Wronglock" $q/Wronglock/Wronglock.seq Wronglock 1 10
pfsm 1454 "$s/AbsList" $q/AbsList/AbsList.seq AbsList 1 7
pfsm 10432 "$s/AryList" $q/AryList/AryList.seq AryList 1 10
pfsm 162 "$s/Deadlock" $q/Deadlock/Deadlock.seq Deadlock 1 10
pfsm 213 "$r" tests/java/verdicts/Ledger.seq Ledger 7 1
pfsm 3526 "$r" tests/java/verdicts/Meter.seq Meter 1 10
# The ways in which programs start threads, compared with the most direct one. A pool has some forty
# visible steps for each task, so its search is compared with one that is not guided: with twenty
# times as many states, that one finds nothing.
idiom=("$r" tests/java/verdicts/StartIdioms.seq StartIdioms)
trials "$seeds" pfsm "${idiom[@]}" direct 10
direct=$mean
for way in one-by-one array list for-each lambdas; do
  pfsm $((direct * 6 / 5)) "${idiom[@]}" $way 10
done
for way in pool pool-of-lambdas; do
  trials "$random_seeds" pfsm "${idiom[@]}" $way 4
  check_json "$tmp/out.json" --search guided --heuristic random --seq "${idiom[1]}" --time 60 \
    --max-states $((20 * mean)) --property exception,deadlock -cp "$r" StartIdioms $way 4
  is "$way: guided, not guided" \
    "$found $(json_value "$tmp/out.json" verdict)" "$random_seeds inconclusive"
done
# Sizes, and the states that the program with subclasses of Thread needs. Only the long test uses
# the largest sizes.
lambdas() { # SAMPLE COUNT LIMIT
  pfsm "$3" "$s/$1" "$q/$1/$1Lambdas.seq" "$1Lambdas" "$2" 1
}
for row in 'Reorder 10 106' 'Reorder 20 301' 'TwoStage 10 129'; do
  read -r sample count states <<<"$row"
  lambdas "$sample" "$count" $((states * 6 / 5))
done
if [ "$seeds" -ge 100 ]; then
  for row in 'Reorder 50 1486' 'Reorder 99 5357' 'TwoStage 50 1589' 'TwoStage 99 5558'; do
    read -r sample count states <<<"$row"
    lambdas "$sample" "$count" $((states * 6 / 5))
  done
fi
done_testing
