#!/usr/bin/env bash
# Two combinations of --env all may differ only in that the values "a" and "b" are exchanged. If the
# class treats both values alike, heddle searches only one of the two; otherwise it searches both.
# Most classes here fail only for "b". They are called once, in one thread, so that no combination
# contains both values: the combination with "a" has no error.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out cp=$TEST_TMP/cp
mkdir -p "$TEST_TMP/src" "$cp"

class() { # NAME BODY
  printf 'import java.util.*;\nimport java.util.concurrent.*;\npublic class %s {\n%s\n}\n' "$1" \
    "$2" >"$TEST_TMP/src/$1.java"
}
fails='throw new IllegalStateException();'
class Less "public void put(String s) { if (s.compareTo(\"\") < 0 || s.hashCode() > 97) $fails }"
class Named "public void put(Object o) { if (o.equals(\"b\")) $fails }"
class Constant "static final String B = \"b\"; public void put(Object o) { if (o == B) $fails }"
class Hash "public void put(Object o) { if (Objects.hashCode(o) > 97) $fails }"
class Walk "private final Map<Object, Object> m = new HashMap<>();
  public synchronized void put(Object o) { m.put(o, o); if (m.size() == 1) return;
    if (m.keySet().iterator().next() == o) $fails }"
class Copied "private final Set<Object> all = new HashSet<>();
  public synchronized void put(Object o) { all.add(o);
    if (all.size() == 2 && new ArrayList<Object>(all).indexOf(o) == 2) $fails }"
class Sorted "private final Map<Object, Object> m = new TreeMap<>();
  public synchronized void put(Object o) { m.put(o, o); }"
class Shown "public void put(Object o) { if (o.toString().endsWith(\"bb\".substring(1))) $fails }"
class Concat "public void put(Object o) { if ((\"x\" + o).equals(\"xb\")) $fails }"
class Lambda "public void put(Object o) { Callable<Integer> c = () -> o.hashCode();
    try { if (c.call() > 97) $fails } catch (Exception e) { $fails } }"
class Nested "static class In { boolean is(Object o) { return o.hashCode() > 97; } }
  private final In in = new In(); public void put(Object o) { if (in.is(o)) $fails }"
class Above "boolean is(Object o) { return o.hashCode() > 97; }"
class Below "public void put(Object o) { if (is(o)) $fails }"
sed -i 's/public class Below/public class Below extends Above/' "$TEST_TMP/src/Below.java"
class Kept "private final List<Object> all = new ArrayList<>();
  private final Map<Object, Object> map = new HashMap<>();
  public synchronized boolean put(Object o) { return all.add(o); }
  public synchronized boolean same(Object o) { return all.contains(o) || map.get(o) == o; }"
class Torn "private volatile Object last;
  public boolean put(Object o) { last = o; return last == o; }"
javac --release 17 -g -d "$cp" "$TEST_TMP"/src/*.java || exit 5

all_of() { # CLASS STATUS COMBINATIONS WHAT OPTION...
  "$HEDDLE" env -q --try 0 --search dfs -cp "$cp" --env all --length 1 "${@:5}" "$1" >"$out" 2>&1
  is "$1, $4: exit status" $? "$2"
  [ -z "$3" ] || is "$1, $4: combinations" \
    "$(grep -oE '[0-9]+ up to an exchange of threads( and of the values "a" and "b")?' "$out" |
      sed 's/ up to an exchange of threads//; s/ and of the values "a" and "b"/, values/')" "$3"
}

# ---- classes that treat both values alike ----
all_of Kept 0 '9, values' 'it keeps and compares values'
all_of Kept 0 15 'its object is the model too' --model Kept
all_of Kept 0 15 'a value is named in front' --before 'put("a")'
all_of Kept 0 15 'no races are looked for' --property exception,linearizable
all_of Torn 1 '' 'an error is not lost'

# ---- classes that do not: each fails only for "b", or only in one order ----
for c in Less Named Constant Hash Shown Concat Lambda Nested Below; do
  all_of $c 1 '' 'it fails for one of two values' --threads 1
done
all_of Walk 1 '' 'it walks over a hash table' --before 'put("c")'
all_of Copied 0 6 'it copies a set in the order of its table'
all_of Sorted 0 6 'it compares'

done_testing
