#!/usr/bin/env bash
# Some of the library tests of tests/cli/long/junit-jars.sh, with the same table.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh

as_in_table() { # FOLDER CLASS TEST...: each must have the verdict in the table
  local folder=$1 class=$2 t name path
  shift 2
  path=$(class_path_of "tests/java/$folder" "$HEDDLE_JAVA/$folder")
  for t in "$@"; do
    name=$class#$t
    "$HEDDLE" check -q --contracts -cp "$path" --junit "$name" >"$TEST_TMP/out" 2>&1
    is "$name" "$(sed \
      -nE 's/^([a-z0-9.]*\.)?([A-Za-z0-9]+#[^ ]*): (no error|error|inconclusive).*/\2 \3/; T; s/ no error$/ holds/; s/ error$/ fails/; p' "$TEST_TMP/out")" \
      "$(grep "^${name##*.}[ (]" tests/cli/long/junit-jars.table)"
  done
}
as_in_table junit-lang3 InitializersTest lazyGet atomicMakesOne createIfAbsentAtOnce
as_in_table junit-lang3 org.apache.commons.lang3.concurrent.BreakersTest memoizesOnce \
  visitorsReadTogether visitorsNested
as_in_table junit-jctools QueuesTest mpscArray hashMapByTwo
as_in_table junit-disruptor RingsTest ringBufferPollsByTwo busySpin
as_in_table junit-netty EventsTest recycleAtDifferentThread
as_in_table junit-hikari BagTest handOff
as_in_table junit-guava SharedTest settableFutureRace
as_in_table junit-pool2 PoolsTest borrowAndReturn exhausted usedAfterReturn defaultsWithBeans
done_testing
