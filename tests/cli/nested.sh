#!/usr/bin/env bash
# Searches over contracts find the outcomes of a search with every step: for the programs in
# tests/java/nested/table.txt, and for random programs with nested collections and wrappers
# (tests/java/gen/GenNested.java). For some of them, other searches and reductions agree as well,
# and heddle check without options finds an end that only some schedules reach.
#   tests/cli/nested.sh [SEED COUNT MAX-STATES]    60 random programs if nothing is given, 20 in
#                                                  slower builds
# If one of the searches of a program is not complete, the program is skipped; if the
# remaining programs are too few, the test fails.
# STRESS builds run this.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
table=tests/java/nested/table.txt
seed=${1:-1} count=${2:-$((${HEDDLE_SLOW:-1} > 1 ? 20 : 60))} max_states=${3:-12000}

known() { # WHAT: prints the programs, or numbers of programs, that have that word
  sed -n "s/^$1 *| *//p" "$table"
}
compare() { # WHAT...
  "$JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$HEDDLE_JAVA/gen" CompareNested "$HEDDLE" \
    "$HEDDLE_JAVA/nested" "$max_states" 5 "$@"
}
declare -A is_open
while IFS= read -r name; do is_open[$name]=yes; done < <(known open)

# Prints the comment lines that follow the line of a comparison.
behind() { # FILE HOW NAME OPTIONS
  grep -F -A 12 "$2"$'\t'"$3"$'\t'"$4" "$1" | sed -n '2,${/^#/!q;p}'
}

# Prints the lines of CompareNested as TAP; sets whole and undecided.
# shellcheck disable=SC2094 # the file is only read
report() { # FILE
  local file=$1 how name options found why text
  whole=0 undecided=0
  while IFS=$'\t' read -r how name options found why; do
    text="$name, ${options:-as it is}: $found"
    case $how in
      '#'*) ;;
      same)
        whole=$((whole + 1))
        ok "$text${is_open[$name]+, which is no longer open}"
        ;;
      open)
        undecided=$((undecided + 1))
        skip "$text" "$why"
        ;;
      *)
        if [ -n "${is_open[$name]-}" ]; then
          skip "$text" 'open: it does not agree yet'
        else
          not_ok "$text" "$how" "$(behind "$file" "$how" "$name" "$options")"
        fi
        ;;
    esac
  done <"$file"
}

{ known same; known open | grep '{'; } | compare - >"$TEST_TMP/table"
is 'every program of the table is compared' "$(grep -vc '^#' "$TEST_TMP/table")" \
  "$(grep -cE '^(same|open) .*\{' "$table")"
report "$TEST_TMP/table"
compare "$seed:0-$((count - 1))" >"$TEST_TMP/drawn"
is 'every generated program is compared' \
  "$(cut -f 2,3 "$TEST_TMP/drawn" | grep -c -- "^$seed:[0-9]*.--contracts$")" "$count"
report "$TEST_TMP/drawn"
if [ $((undecided * 2)) -le $((whole)) ]; then
  ok "$whole complete comparisons, $undecided undecided"
else
  not_ok "$whole complete comparisons, $undecided undecided"
fi
done_testing
