#!/usr/bin/env bash
# heddle env CLASS without other options finds and certifies the error of each component within 20 s
# of processor time. The fixed twins have no error in any combination of 2 calls in each of 2
# threads. The same holds with JDK 25 if it is installed.
# timeout: 900
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH # as for users: --search auto
out=$TEST_TMP/out cp=$TEST_TMP/cp:$HEDDLE_JAVA/components
mkdir -p "$TEST_TMP/cp"
javac --release 17 -g -d "$TEST_TMP/cp" tests/java/results/*.java || exit 5

is_found() { # NAME CLASS
  (
    ulimit -t 20
    exec "$HEDDLE" env -q -cp "$cp" -o "$TEST_TMP/error.htrace" "$2" >"$out" 2>&1
  )
  is "$1: an error is found" $? 1
  is "$1: the error is executed again in a fresh process" \
    "$(grep -c 'executed again .*in a fresh process' "$out")" 1
}
is_proved() { # NAME COMBINATIONS OPTION... CLASS
  "$HEDDLE" env -q --time 300 -cp "$cp" --env all --length 2 "${@:3}" >"$out" 2>&1
  is "$1: no error" "$? $(grep -c '^no error: the search is complete' "$out")" '0 1'
  is "$1: combinations" "$(grep -oE '[0-9]+ up to an exchange' "$out" | grep -oE '^[0-9]+')" "$2"
}

jdk=java.util.concurrent
of_all() { # SUFFIX OF NAMES
  is_found "accounts$1" AccountDatabase
  is_found "if for while$1" Buffer
  is_found "a node that comes back$1" Stack
  is_found "a check, then an act$1" Cache
  is_found "a walk over a synchronized map$1" Registry
  is_found "a deque of the JDK$1" $jdk.ConcurrentLinkedDeque
  for c in Buffer Stack; do is_proved "Good$c$1" 51 Good$c; done
  is_proved "GoodCache$1" 121 GoodCache
  is_proved "GoodMaxRegister$1" 231 GoodMaxRegister
  is_proved "GoodRegistry$1" 1653 GoodRegistry
}
of_all ''
# Two values are needed: if both threads write the same value, the largest one is never lost.
"$HEDDLE" env -q -cp "$cp" --env all --length 2 MaxRegister >"$out" 2>&1
is 'a lost largest value is found' \
  "$? $(grep -c '^error: no order of the calls produces these results' "$out")" '1 1'
grep -q 'with 3 values of each parameter that has as many' "$out"
is '... and the number of values is printed' $? 0
is_proved 'GoodAccountDatabase' 946 --methods 'createAccount|recharge' GoodAccountDatabase
# The scenarios also cover contains, which reads the next node before the element of the current
# one.
"$HEDDLE" env -q --env all --length 2 --methods 'offer|poll|contains' $jdk.ConcurrentLinkedQueue \
  >"$out" 2>&1
is 'a queue whose contains is not linearizable' \
  "$? $(grep -c '^error: no order of the calls produces these results' "$out")" '1 1'

other=${HEDDLE_JDK25:-/usr/lib/jvm/temurin-25-jdk-amd64}
if [ -f "$other/lib/modules" ]; then
  export JAVA_HOME=$other
  of_all ', JDK 25'
  is_proved 'a queue, JDK 25' 91 --methods 'offer|poll' $jdk.ConcurrentLinkedQueue
else
  skip 'JDK 25' "no JDK in $other"
fi

done_testing
