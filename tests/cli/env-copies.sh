#!/usr/bin/env bash
# Results of calls are compared by their contents at the end of the call: collections, maps, arrays
# and similar objects. If the component keeps such an object, it is compared again after all threads
# have ended. The copy is one step with the end of the call and causes no races of the component.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out cp=$TEST_TMP/cp
mkdir -p "$TEST_TMP/src" "$cp"
cat >"$TEST_TMP/src/Kept.java" <<'EOF2'
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

public class Kept {
  enum Color { RED, GREEN }

  private final List<String> list = new ArrayList<>();
  private final List<String> guarded = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Object> map = new HashMap<>();
  private final Map<String, Object> apart = new ConcurrentHashMap<>();
  private final int[] ints = new int[2];
  private final Object[] two = {"", ""};

  public synchronized List<String> add(String s) {
    list.add(s);
    return list;
  }

  public synchronized void twice(String s) {
    list.add(s);
    list.add(s);
  }

  public synchronized void remove() {
    list.remove("a");
  }

  public List<String> view() {
    return Collections.unmodifiableList(list);
  }

  public synchronized List<String> copy() {
    return new ArrayList<>(list);
  }

  public void forget(String s) { /* in two steps */
    boolean there;
    synchronized (this) {
      there = list.contains(s);
    }
    if (there) return;
    synchronized (this) {
      list.add(s);
    }
  }

  public List<String> guarded() {
    return guarded;
  }

  public void guard(String s) {
    guarded.add(s);
  }

  public void guardTwice(String s) {
    synchronized (guarded) {
      guarded.add(s);
      guarded.add(s);
    }
  }

  public synchronized Map<String, Object> map(String s) {
    map.put(s, Collections.singletonMap(s, new int[] {map.size()}));
    return map;
  }

  public synchronized Map<String, Object> whole() {
    return map;
  }

  public Collection<Object> values() {
    return apart.values();
  }

  public void both() {
    apart.put("a", 1);
    apart.put("b", 2);
  }

  public synchronized int[] ints() {
    ints[0]++;
    return ints;
  }

  public synchronized Object[] two() {
    return two;
  }

  public void set(String s) {
    synchronized (this) {
      two[0] = s;
    }
    synchronized (this) {
      two[1] = s;
    }
  }

  public Optional<Object> maybe() {
    return Optional.of(new Object());
  }

  public synchronized Set<Object> set() {
    return new HashSet<>(Arrays.asList(Color.RED, Color.GREEN, new Object(), new Object()));
  }

  public Collection<Object> broken() {
    return new AbstractList<>() {
      @Override
      public Object get(int i) {
        throw new IllegalStateException("no");
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }
}
EOF2
javac --release 17 -g -d "$cp" "$TEST_TMP/src/Kept.java" || exit 5

env_of() { # NAME STATUS SCENARIO OPTION...
  "$HEDDLE" env -q --try 0 --search dfs -cp "$cp" --env scenario "$3" "${@:4}" Kept >"$out" 2>&1
  is "$1: exit status" $? "$2"
}
gives() { # NAME TEXT OPTION...: the result of one call, as the emitted source lists it
  rm -rf "$TEST_TMP/e"
  env_of "$1" 0 "$3" --emit "$TEST_TMP/e" "${@:4}"
  is "$1: the result as text" \
    "$(sed -n 's/^    allow([^,]*, of("\(.*\)"), of(), of());$/\1/p' "$TEST_TMP/e/"*.java |
      tr -d '\\')" "$2"
}
in_jvm() { # NAME: the source checks results, and sequential calls in the JVM have the same
  javac -cp "$cp" -d "$TEST_TMP/e/o" "$TEST_TMP/e/KeptEnvironment.java" >"$TEST_TMP/said" 2>&1
  is "$1: its source compiles" "$? $(cat "$TEST_TMP/said")" '0 '
  java -Dtimes=20 -cp "$cp:$TEST_TMP/e/o" KeptEnvironment >"$TEST_TMP/said" 2>&1
  is "$1: ... and the JVM has the same results" $? 0
}

# ---- results as text ----
gives 'a list' '["x"]' 'add("x") || '
gives 'a view' '["a", "a"]' 'view() || ' --before 'twice("a")'
in_jvm 'a view'
gives 'maps in a map' '{"x"={"x"=[0]}}' 'map("x") || '
in_jvm 'maps in a map'
gives 'an optional' 'Optional[Object#1]' 'maybe() || '
gives 'a set' '{GREEN, Object, Object, RED}' 'set() || '
in_jvm 'a set'
gives 'an array' '["", ""]' 'two() || '
gives 'an object that cannot be read' 'unreadable: IllegalStateException' 'broken() || '
in_jvm 'an object that cannot be read'

# ---- comparing contents ----
env_of 'the contents of a copy' 1 'forget("a") || forget("a")' --after 'copy()'
is '... are results of the call' "$(grep -c '^error: no order of the calls produces' "$out")" 1
env_of 'a view of a half-done change' 1 'view() || twice("a")'
is '... shows that change' "$(grep -cE 'view\(\) (ends )?-> \["a"\](, at the end .*)?$' "$out")" 1
env_of 'elements of a kept array' 1 'two() || two(); set("b")' --before 'set("a")' \
  --property linearizable
env_of '... at the end' 1 'two(); set("b") || set("c")'
is '... of an outcome that no order explains' \
  "$(grep -cE 'two\(\) -> .*, at the end \["[bc]", "[bc]"\]$' "$out")" 1
env_of 'a weakly consistent view' 1 'values() || both()'

# ---- the copy and the end of the call are one step ----
env_of 'a list that is returned while it grows' 0 'add("x") || add("y")'
env_of 'a map that is returned while it grows' 0 'map("x") || map("y")'
env_of 'an array that is returned while it changes' 0 'ints() || ints()'
env_of 'a list protected by a lock' 0 'guarded() || guard("x")'
env_of '... that another thread holds' 0 'guarded() || guardTwice("x")'
env_of 'a map that creates its views lazily' 0 'whole() || whole()'
for search in --por\ none --search\ dpor; do
  # shellcheck disable=SC2086 # two words
  env_of "$search: a list that grows" 0 'add("x") || add("y")' $search
  # shellcheck disable=SC2086
  env_of "$search: a view of a half-done change" 1 'view() || twice("a")' $search
  # shellcheck disable=SC2086
  env_of "$search: a list protected by a lock" 0 'guarded() || guardTwice("x")' $search
done

done_testing
