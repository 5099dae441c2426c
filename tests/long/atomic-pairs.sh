#!/usr/bin/env bash
# Every row of atomic.def: two threads, each of which calls one of its methods on one object
# (tests/gen/GenPairs.java): the ends that a search reaches with every step for itself are those
# that it reaches with --atomic default. Results, exceptions, pending interrupts and the object's
# state are parts of an end. Then as many again at random where the second thread makes one more
# call.
#   PAIRS=N      so many pairs, drawn with SEED (printed); WHOLE=1: all of them
#   ROWS=REGEX   only the programs whose names it fits
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
seed=${SEED:-$HEDDLE_SAMPLE}
count=${PAIRS:-120}
readonly limit=$((10 * ${HEDDLE_SLOW:-1}))
classes=$HEDDLE_JAVA/gen
rows=$TEST_TMP/rows jobs=$TEST_TMP/jobs made=$TEST_TMP/made
mkdir -p "$made"

# CLASS METHOD... in each line, by the C preprocessor
printf '%s\n' '#define ATOMIC(klass, methods, why) ROW klass | methods' \
  '#include "engine/reduction/atomic.def"' |
  ${CC:-cc} -E -P -I. - | sed -n 's/" *"//g; s/["|]/ /g; s/^ROW //p' >"$rows"
"$JAVA" -cp "$classes" GenPairs "$made" <"$rows" >"$jobs" || exit 1
"$JAVAC" -nowarn -Xlint:none -cp "$classes" -d "$made" "$made"/*.java || exit 1
grep '^#' "$jobs"
grep -v '^#' "$jobs" | grep -E "^[^ ]*(${ROWS:-})" >"$TEST_TMP/all"
if [ "${WHOLE-}" = 1 ]; then count=$(wc -l <"$TEST_TMP/all"); fi
# draw SALT: so many of the lines, the number of calls at the end of each replaced by one of them or
# left out
draw() {
  awk -v seed="$seed$1" -v third="$1" \
    'BEGIN { srand(seed) } { k = int(rand() * $5); $5 = third ? k : ""; print rand() "\t" $0 }' \
    "$TEST_TMP/all" |
    sort | cut -f 2 | head -n "$count"
}
draw 0 >"$TEST_TMP/drawn"
draw 1 >>"$TEST_TMP/drawn"
echo "# $(wc -l <"$rows") rows, $(wc -l \
  <"$TEST_TMP/all") pairs, $count of them drawn with SEED=$seed"

ends() { # FILE OPTION... -- JOB...: status 0 when the search was whole
  local out=$1 options=()
  shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  "$HEDDLE" check --outcomes --property deadlock --search dfs --time $limit "${options[@]}" \
    -cp "$made:$classes" "${@:2}" >"$out.log" 2>&1
  [ $? -le 1 ] || return 1
  sed -nE 's/, met [0-9]+ times?$//; s/^  outcome [0-9]+: //p' "$out.log" | sort >"$out"
  ! grep -q '^  not complete: ' "$out.log"
}

same=0 differ=0 unknown=0
while read -r -a job; do
  if ! ends "$TEST_TMP/each" -- "${job[@]}" ||
      ! ends "$TEST_TMP/one" --atomic default -- "${job[@]}"; then
    unknown=$((unknown + 1))
  elif cmp -s "$TEST_TMP/each" "$TEST_TMP/one"; then
    same=$((same + 1))
  else
    differ=$((differ + 1))
    echo "# ${job[*]}: $(for call in "${job[@]:2}"; do sed -n "s/^ *case $call: \(.*\)/\1/p" \
      "$made/${job[0]}.java" | head -1; done | paste -sd /)"
    diff "$TEST_TMP/each" "$TEST_TMP/one" | grep '^[<>]' | head -n 6 |
      sed 's/^</#   with every step only:/; s/^>/#   as one step only:/'
  fi
done <"$TEST_TMP/drawn"
echo "# $same with the same ends, $differ with others, $unknown whose search did not end in $limit s"
[ "$differ" -eq 0 ] && [ "$same" -gt 0 ] || exit 1
