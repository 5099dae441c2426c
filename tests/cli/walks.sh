#!/usr/bin/env bash
# Walks begin at the first state with a choice: the common part of all walks is executed once. If
# walks undo created objects, the same memory later holds other data.
# STRESS builds run this.
# timeout: 60
set -u
. "$HEDDLE_ROOT/tests/tools/support.sh"

bytecodes() { # SEARCH WALKS REASON
  check_json "$TEST_TMP/out.json" --search "$1" --walks "$2" --property deadlock,exception \
    -cp "$HEDDLE_JAVA/verdicts" LongStart
  is "$1, $2 walks: the reason" \
    "$(json_value "$TEST_TMP/out.json" reason | cut -d ' ' -f 1-3 | tr -d ';')" "$3"
  count=$(json_value "$TEST_TMP/out.json" instructions)
}

for search in random pct fair-pct pos; do
  bytecodes $search 1 "1 random walks" && one=$count
  bytecodes $search 30 "30 random walks" && many=$count
  what="$search: 30 walks take $many bytecodes, one takes $one"
  if [ "$one" -gt 200000 ] && [ "$many" -lt $((2 * one)) ]; then ok "$what"; else not_ok "$what"; fi
done

# A monitor reuses the memory of a thread object.
check_json "$TEST_TMP/out.json" --search pct --walks 500 --property deadlock \
  -cp "$HEDDLE_JAVA/verdicts" BigSpace
is 'monitors in the memory of threads: exit status' $? 4
is 'monitors in the memory of threads: the reason' \
  "$(json_value "$TEST_TMP/out.json" reason | grep -c '^500 random walks')" 1
done_testing
