#!/usr/bin/env bash
# heddle env: environments of components without a main: what each kind finds, the reports on
# methods that cannot be called, and the emitted source, which javac and java must accept.
# timeout: 600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset HEDDLE_SEARCH # as for users: --search auto
out=$TEST_TMP/out
mkdir -p "$TEST_TMP/src/a/b" "$TEST_TMP/cp"
cat >"$TEST_TMP/src/a/b/Cache.java" <<'EOF'
package a.b;

public class Cache {
  private final Object one = new Object(), other = new Object();
  private int size, key;
  private Object value;
  private boolean full;

  public synchronized void put(int key, Object value) {
    this.key = key;
    this.value = value;
    size++;
  }

  public synchronized Object get(int key) {
    return key == this.key ? value : null;
  }

  public int size() {
    return size;
  }

  public void ab() {
    synchronized (one) {
      synchronized (other) {
        key();
      }
    }
  }

  public void ba() {
    synchronized (other) {
      synchronized (one) {
        key();
      }
    }
  }

  private void key() {}

  public void fail(String s) {
    if (s.equals("b")) throw new IllegalStateException("b");
  }

  public synchronized void take() throws InterruptedException {
    while (!full) wait();
    full = false;
  }

  public synchronized void give() {
    full = true;
    notifyAll();
  }

  public void odd(Thread[] threads) {}
}
EOF
cat >"$TEST_TMP/src/a/b/Secret.java" <<'EOF'
package a.b;

public class Secret {
  private Secret() {}

  public void run() {}
}
EOF
cat >"$TEST_TMP/src/a/b/Values.java" <<'EOF'
package a.b;

public class Values {
  public static int key = 77;

  public static String s() {
    return "b";
  }
}
EOF
javac -g -d "$TEST_TMP/cp" "$TEST_TMP"/src/a/b/*.java || exit 5

env_of() { # OPERAND OR OPTION...: sets status; the output is in $out
  "$HEDDLE" env -q -cp "$TEST_TMP/cp" "$@" >"$out" 2>&1
  status=$?
}
says() { # NAME STATUS PATTERN
  is "$1: exit status" "$status" "$2"
  if grep -qE -- "$3" "$out"; then
    ok "$1: the output"
  else
    not_ok "$1: the output" "$(head -n 3 "$out")" "want $3"
  fi
}
scenario() { # NAME TEXT STATUS PATTERN [OPTION...]
  env_of --env scenario "$2" a.b.Cache "${@:5}"
  says "$1" "$3" "$4"
}

# ---- scenarios ----
scenario 'a race' 'put(1, 2) || size()' 1 '^error: data race \(WR\) on a.b.Cache.size' \
  -o "$TEST_TMP/race.htrace"
"$HEDDLE" explain "$TEST_TMP/race.htrace" >"$out" 2>&1
is 'its counterexample is explained' "$(grep -c 'data race (WR) on a.b.Cache.size' "$out")" 1
"$HEDDLE" replay "$TEST_TMP/race.htrace" >"$out" 2>&1
is '... and replays' "$(grep -cE 'Environment.java:1[0-9]' "$out" | sed 's/[1-9].*/some/')" some
scenario 'a deadlock' 'ab() || ba()' 1 '^error: deadlock'
scenario 'an exception' 'fail("a"); fail("b") || ' 1 \
  '^error: uncaught java.lang.IllegalStateException'
scenario 'an exception that is an expected result' 'fail("b") || ' 0 '^no error' \
  --answers java.lang.IllegalStateException
scenario 'a scenario without an error' 'put(1, 2) || get(1)' 0 '^no error: the search is complete'
is '... and the verdict names the scenario' \
  "$(grep -c '; environment: a.b.Cache, this scenario' "$out")" 1
scenario 'a call that blocks' 'take() || get(1)' 0 '^no error'
plain='--property deadlock,exception,race'
scenario 'a blocked call is a deadlock' 'take() || get(1)' 1 '^error: deadlock' $plain
scenario 'a call that may block' 'take() || get(1)' 0 '^no error' --may-block 'take' $plain
scenario '--may-block does not cover waiting for a monitor' 'ab() || ba()' 1 '^error: deadlock' \
  --may-block 'ab|ba' $plain
scenario 'calls before and after the threads' 'get(1) || get(1)' 1 'IllegalStateException' \
  --before 'put(1, 2)' --after 'fail("b")'
scenario 'the object is made by an expression' \
  'get(1) || get(1)' 0 '^no error' --new 'new a.b.Cache()'
scenario 'bad syntax' 'put(1, || get(1)' 2 'character [0-9]+'
scenario 'an unknown method' 'puts(1) || get(1)' 2 'no public method accepts these arguments: puts'

# ---- all ----
env_of --time 120 --env all --length 2 --methods 'put|get' a.b.Cache
says 'all: no error' 0 'of up to 2 calls of 2 methods in each of 2 threads, 946 up to an exchange'
env_of --env all --length 1 --methods get --before 'put(1, 2)' --after 'size()' a.b.Cache
says 'all: the calls of main are named' 0 \
  'before the threads comp\.put\(1, 2\), after them comp\.size\(\)'
env_of --env all --length 1 --methods 'put|size' a.b.Cache
says 'all: a race' 1 '^error: data race \(WR\) on a.b.Cache.size'
env_of --env all --length 2 --methods 'put|get' --search dfs --try 0 --max-states 3000 a.b.Cache
says 'all: the number of tried combinations' \
  4 '; [0-9]+ of its combinations were tried, some incompletely;'
env_of --env all a.b.Cache
says 'all: without a length' 2 '--env all needs --length'

# ---- random ----
env_of --env random --restart none --methods 'put|get' a.b.Cache
says 'random: never "no error"' 4 '^inconclusive: no error in this environment, one of many'
env_of --env random --restart none --methods 'put|get|odd' --json a.b.Cache
says 'random: JSON' 4 '"cause": "sampled"'
is 'an omitted method is reported' \
  "$(grep -c '^heddle: left out: a.b.Cache.odd(Thread\[\]): no value for Thread\[\]' "$out")" 1
env_of --env random --seed 3 --threads 3 --restart none --methods 'get' \
  --emit "$TEST_TMP/three" a.b.Cache
is 'three threads are generated' \
  "$(grep -c '^    thread(() -> {' "$TEST_TMP/three/CacheEnvironment.java")" 3
is '... and the command that repeats it is printed' \
  "$(grep -cE '^  again: heddle env .*--seed 3 .*a.b.Cache$' "$out")" 1

# ---- universal ----
env_of --env universal --methods 'size|ab' a.b.Cache
says 'universal: no error' 0 'any calls of 2 methods in 2 threads'
env_of --env universal --methods 'ab|ba' a.b.Cache
says 'universal: a deadlock' 1 '^error: deadlock'

# ---- values ----
env_of --env all --length 1 --methods 'get|fail' --values a.b.Values a.b.Cache
says 'values: by type' 1 'IllegalStateException'
env_of --env all --length 1 --methods get --values a.b.Values --emit "$TEST_TMP/named" a.b.Cache
is 'values: by name' \
  "$(grep -m 1 -o 'comp.get(a.b.Values.key)' "$TEST_TMP/named/CacheEnvironment.java" | head -n 1)" \
  'comp.get(a.b.Values.key)'

# ---- classes ----
env_of --env scenario 'add(1) || add(2)' java.util.ArrayList
says 'a class of the JDK' 1 '^error: uncaught java.lang.ArrayIndexOutOfBoundsException'
env_of --env scenario 'add(1); add(2) || poll()' --new 'new ArrayBlockingQueue(1)' \
  java.util.concurrent.ArrayBlockingQueue
says 'a documented exception is an expected result' 0 '^no error'
env_of a.b.Secret
says 'no constructor' 2 "no constructor of a.b.Secret can be called; use --new 'EXPRESSION'"
env_of a.b.None
says 'an unknown class' 3 'no class a.b.None'
env_of --methods none a.b.Cache
says '--methods without a match' \
  2 'no public method of a.b.Cache can be called that --methods names'
env_of --env other a.b.Cache
says 'an unknown kind' 2 "bad value 'other' for --env"

# ---- the sample ----
env_sample() { "$HEDDLE" env -cp "$HEDDLE_SAMPLES/Cache" "$@" >"$out" 2>&1; }
env_sample Cache
is 'the sample has an error' "$? $(grep -c '^error: no order of the calls produces' "$out")" '1 1'
env_sample --env all --length 2 --search dfs CacheFixed
is '... and its twin has none in any combination' \
  "$? $(grep -c '^no error: the search is complete$' "$out")" '0 1'

# ---- components that cannot be called ----
abstract=$TEST_TMP/src/a/b/Abstract.java
echo 'package a.b; public abstract class Abstract { public abstract int get(); }' >"$abstract"
echo 'package a.b; public class Mute { int get() { return 1; } }' >"$TEST_TMP/src/a/b/Mute.java"
javac -g -d "$TEST_TMP/cp" "$abstract" "$TEST_TMP/src/a/b/Mute.java"
env_of a.b.Abstract
says 'an abstract class' 2 "a.b.Abstract.*--new 'EXPRESSION'"
env_of a.b.Mute
says 'no public methods' 2 'no public method of a.b.Mute can be called'
env_of --env scenario 'get(1) || get(' a.b.Cache
says 'a scenario that ends early' 2 "expression is missing at 'the end', character 15"
is '... leaves no files' "$(ls "$TEST_TMP" | grep -c '^heddle')" 0

# ---- the emitted source ----
emits() { # NAME STATUS OPTION...
  rm -rf "$TEST_TMP/e" "$TEST_TMP/o"
  env_of --emit "$TEST_TMP/e" "${@:3}"
  javac -cp "$TEST_TMP/cp" -d "$TEST_TMP/o" "$TEST_TMP/e/CacheEnvironment.java" >"$out" 2>&1
  is "$1: compiles" $? 0
  java -cp "$TEST_TMP/cp:$TEST_TMP/o" CacheEnvironment >"$out" 2>&1
  is "$1: exit status" $? "$2"
}
emits 'a source' 0 --env scenario 'put(1, 2); get(1) || get(3)' a.b.Cache
is '... prints what calls returned' \
  "$(grep -cE 'comp.get\(1\) -> 2$|comp.put\(1, 2\) -> void$' "$out")" 2
emits 'a source that fails' 1 --env scenario 'fail("b") || ' a.b.Cache
emits 'a source that blocks' 0 --env scenario 'take() || get(1)' --may-block take a.b.Cache
emits 'random' 0 --env random --runs 3 --order drawn --methods 'put|get|size' a.b.Cache
emits 'all' 0 --env all --length 2 --methods 'put|get' a.b.Cache
emits 'universal' 0 --env universal --methods 'put|get' --time 2 a.b.Cache

done_testing
