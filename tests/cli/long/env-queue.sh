#!/usr/bin/env bash
# ArrayBlockingQueue is linearizable in every scenario of 2 threads with 2 calls each of its main
# methods, with the contracts of its lock. Prints states and seconds.
# timeout: 900
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out
queue=java.util.concurrent.ArrayBlockingQueue

for methods in 'offer\(Object\)|poll\(\)|peek|size' 'put|take'; do
  "$HEDDLE" env -q --try 0 --search dfs --contracts --property linearizable --time 600 --env all \
    --length 2 --new "new $queue(1)" --methods "$methods" $queue >"$out" 2>&1
  is "$methods" "$(grep -oE '^[a-z ]+' "$out" | head -n 1)" 'no error'
  grep -E '^  [0-9]+ states' "$out" | sed "s/^/# $methods:/"
done

done_testing
