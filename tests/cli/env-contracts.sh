#!/usr/bin/env bash
# heddle env with contracts of the JDK: if results are assessed, every step of the component itself
# counts, but the methods of the layers below it are single steps. This proves a queue that uses
# locks. With --strict, every step counts.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out
jdk=java.util.concurrent

steps() { # NAME CLASS STATUS METHODS-THAT-ARE-STEPS OPTION...
  "$HEDDLE" env -q --try 0 --search dfs --contracts --property linearizable "${@:5}" "$2" \
    >"$out" 2>&1
  is "$1: exit status" $? "$3"
  is "$1: the number of methods that are single steps" \
    "$(grep -oE '; [0-9]+ methods? of the JDK one step' "$out" | grep -oE '[0-9]+')" "$4"
}
steps 'a lock-free queue has none' $jdk.ConcurrentLinkedQueue 0 '' --env all --length 1 \
  --methods 'offer|poll'
steps 'a class with monitors has none' \
  java.util.Vector 0 '' --env all --length 1 --methods 'size|isEmpty'
steps 'a queue that uses a lock' \
  $jdk.ArrayBlockingQueue 0 3 --new "new $jdk.ArrayBlockingQueue(1)" \
  --env all --length 1 --methods 'offer\(Object\)|poll\(\)'
steps 'a queue that uses a lock and its conditions' $jdk.ArrayBlockingQueue 0 4 \
  --new "new $jdk.ArrayBlockingQueue(1)" --env all --length 2 --methods 'put|take'
says() { # NAME PATTERN OPTION...
  "$HEDDLE" env -q --try 0 --search dfs --contracts --property linearizable "${@:3}" >"$out" 2>&1
  is "$1: exit status" $? 3
  is "$1" "$(grep -c "$2" "$out")" 1
}
unknown='the class of the objects is unknown'
says 'an interface: the class of the object is unknown' \
  "$unknown" --env all --length 1 --methods 'size' \
  --new 'Collections.synchronizedMap(new HashMap())' java.util.Map
says 'other objects: their class is unknown' "$unknown" --before 'other = new Vector()' \
  --env scenario 'size() || other.size()' $jdk.ConcurrentLinkedQueue

done_testing
