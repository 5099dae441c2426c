#!/usr/bin/env bash
# Searches Apache Commons Pool: two threads and a pool of one object.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$(class_path_of tests/java/jars/pool2 "$HEDDLE_JAVA/jars/pool2")
check_json "$TEST_TMP/a.json" -cp "$cp" PoolShared broken
is 'an object used after its return: a data race' \
  "$(json_value "$TEST_TMP/a.json" message | grep -o 'PoolShared$Item.holders')" \
  'PoolShared$Item.holders'
check_json "$TEST_TMP/b.json" --property exception,deadlock --search context-bounded --time 60 \
  -cp "$cp" PoolShared broken
is 'an object used after its return: two threads hold it' \
  "$(json_value "$TEST_TMP/b.json" message | grep -o 'held by 2')" 'held by 2'
check_json "$TEST_TMP/c.json" --search bmc --depth 25 --time 100 -cp "$cp" PoolShared fine
is 'an object returned after its use: no error within 25 steps' \
  "$(json_value "$TEST_TMP/c.json" reason)" \
  'depth 25'
check_json "$TEST_TMP/d.json" --search random --walks 30 -cp "$cp" PoolShared fine
is 'an object returned after its use: no error in random walks' \
  "$(json_value "$TEST_TMP/d.json" reason)" '30 random walks'
check_json "$TEST_TMP/e.json" --property exception,deadlock -cp "$cp" PoolManaged
is 'a managed pool used by one thread: no error' "$(json_value "$TEST_TMP/e.json" verdict)" \
  'no error'
is 'a managed pool: few scheduling points' "$(($(json_value "$TEST_TMP/e.json" depth) < 30))" 1
done_testing
