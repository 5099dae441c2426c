#!/usr/bin/env bash
# Every sample has a twin whose threads are made from lambdas and method references, as is common
# today. The twin has the same verdict and needs at most 1.2 times the states, because the
# heuristics know which code a Thread will run before it starts. Samples with a sequence are
# searched by guided search: with pfsm over several seeds each, because ties are broken randomly,
# and with the other heuristics that measure distances over all samples together. Samples without a
# sequence use the default search.
#   tests/cli/lambdas.sh [SEEDS-OF-PFSM SEEDS-OF-THE-OTHERS]
# STRESS builds run this.
# timeout: 400
set -u
cd "$HEDDLE_ROOT" || exit 5
[ $# -gt 0 ] || set -- 4 1
. tests/tools/support.sh
tmp=${TEST_TMP:-$(mktemp -d)}

# guided SAMPLE CLASS HEURISTIC SEEDS: adds to states and to found.
guided() {
  local property=exception,deadlock seed
  [ "$1" = Publish ] && property=race
  for ((seed = 1; seed <= $4; seed++)); do
    check_json "$tmp/out.json" --search guided --heuristic "$3" --seq "sample-traces/$1/$2.seq" \
      --seed $seed \
      --property $property --max-states 100000 -cp "$HEDDLE_SAMPLES/$1" "$2"
    states=$((states + $(json_value "$tmp/out.json" states || echo 1000000)))
    found+=" $(json_value "$tmp/out.json" verdict) $(json_value "$tmp/out.json" property)"
  done
}

search() { # SAMPLE CLASS: like guided, but with the default search
  check_json "$tmp/out.json" -cp "$HEDDLE_SAMPLES/$1" "$2"
  states=$(json_value "$tmp/out.json" states || echo 1000000)
  found="$(json_value "$tmp/out.json" verdict) $(json_value "$tmp/out.json" property)"
}

same() { # WHAT ORIGINAL EXPECTED: compares the twins' states and errors with the originals'
  local text="$1: states $2, with lambdas $states"
  if [ "$found" = "$3" ] && [ $((states * 10)) -le $(($2 * 12)) ]; then
    ok "$text"
  else
    not_ok "$text" "found $3" "with lambdas $found"
  fi
}

one() { # SAMPLE COMMAND [HEURISTIC SEEDS]
  local states=0 found='' original expected
  "$2" "$1" "$1" "${@:3}"
  original=$states expected=$found states=0 found=''
  "$2" "$1" "$1Lambdas" "${@:3}"
  same "$1 ${3:-}" "$original" "$expected"
}

together() { # HEURISTIC SEEDS
  local states=0 found='' original expected sample
  for sample in $with_sequence; do guided "$sample" "$sample" "$@"; done
  original=$states expected=$found states=0 found=''
  for sample in $with_sequence; do guided "$sample" "${sample}Lambdas" "$@"; done
  same "all with $1" "$original" "$expected"
}

with_sequence=
for folder in sample-traces/*/; do
  sample=$(basename "$folder")
  grep -qs 'static void main(' "$folder$sample.java" || continue # it makes no threads
  if [ ! -e "$folder${sample}Lambdas.java" ]; then
    not_ok "$sample has a twin with lambdas"
  elif [ -e "$folder$sample.seq" ]; then
    with_sequence+=" $sample"
    one "$sample" guided pfsm "$1"
  else
    one "$sample" search
  fi
done
together fsm "$2"
together e-fca "$2"
done_testing
