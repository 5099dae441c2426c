#!/usr/bin/env bash
# Programs whose runs depend on the clock, random numbers, identity hashes, standard input, the
# environment and properties: replay follows every recorded run to its last event with the same
# values.
#   tests/tools/record-inputs.sh COUNT [PROGRAM...]   COUNT runs of each
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP
count=$1
shift
cp=$HEDDLE_JAVA/record

printf 'abc 5 7 1\n3 word 12\n' >"$tmp/InBytes.in"
{
  seq 1 9
  printf 'foo\nbar\n'
} >"$tmp/InLines.in"

# recorded NAME NUMBER: records a run with scheduling noise from NUMBER
recorded() {
  local input=/dev/null
  [ -e "$tmp/$1.in" ] && input=$tmp/$1.in
  HEDDLE_TEST_HOME=/some/where HEDDLE_TEST_TWO=x timeout 60 "$HEDDLE" record -q --noise "0.1:$2" \
    -o "$tmp/$1.htrace" -cp "$cp" "$1" <"$input" >"$tmp/$1.out" 2>"$tmp/$1.err"
}

# followed NAME: prints how many of the monitored events were matched, and whether all were
followed() {
  timeout 60 "$HEDDLE" replay --json --back 0 --depth 1 --time 30 -cp "$cp" "$tmp/$1.htrace" \
    </dev/null >"$tmp/$1.json" 2>>"$tmp/$1.err"
  echo "$(json_value "$tmp/$1.json" replayed)"
}

[ $# -gt 0 ] || set -- InRandom InMathRandom InThreadLocal InClock InDates InHash InTables \
  InLines InBytes InSurroundings
for name; do
  good=0 why=
  for ((i = 1; i <= count; i++)); do
    if ! recorded "$name" "$i"; then
      why="$why run $i: $(head -c 300 "$tmp/$name.err");"
    elif [ "$(followed "$name")" = true ]; then
      good=$((good + 1))
    else
      why="$why run $i: $(json_value "$tmp/$name.json" reason);"
    fi
  done
  if [ "$good" -eq "$count" ]; then
    ok "$name: $good of $count runs are followed to the end"
  else
    not_ok "$name: $good of $count runs are followed to the end" "$why"
  fi
done
done_testing
