import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** HashMap (with collisions and trees), LinkedHashMap, TreeMap, sets based on them, Map.of. */
public class Maps {
  static final class Bad {
    final int v;

    Bad(int v) {
      this.v = v;
    }

    @Override
    public int hashCode() {
      return v % 3;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Bad b && b.v == v;
    }
  }

  static final class Lru<K, V> extends LinkedHashMap<K, V> {
    Lru() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > 3;
    }
  }

  public static void main(String[] args) {
    Map<String, Integer> map = new HashMap<>();
    for (String word : "the cat and the dog and the bird".split(" ")) {
      map.merge(word, 1, Integer::sum);
    }
    System.out.println(
        new TreeMap<>(map) + " " + map.getOrDefault("cow", -1) + " " + map.get("cow"));
    map.computeIfAbsent("cow", String::length);
    map.computeIfPresent("cat", (k, v) -> null);
    map.compute("dog", (k, v) -> v == null ? 1 : v + 10);
    map.putIfAbsent("dog", 5);
    map.replaceAll((k, v) -> v * 2);
    System.out.println(
        new TreeMap<>(map) + " " + map.containsValue(22) + " " + map.remove("bird") + map.size());
    System.out.println(map.put(null, 1) + " " + map.put(null, 2) + " " + map.get(null));
    // Small strings and integers have fixed hash codes, so the iteration order is fixed too.
    System.out.println(map + " " + map.keySet() + " " + map.values());
    Map<Integer, String> numbers = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      numbers.put(i * 37, "v" + i);
    }
    for (int i = 0; i < 40; i += 3) {
      numbers.remove(i * 37);
    }
    System.out.println(numbers);
    Map<Bad, Integer> bad = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      bad.put(new Bad(i), i);
    }
    int sum = 0;
    for (int i = 0; i < 100; i += 7) {
      sum += bad.remove(new Bad(i));
    }
    System.out.println(
        bad.size() + " " + sum + " " + bad.get(new Bad(50)) + " " + bad.get(new Bad(7)));
    try {
      for (Integer k : numbers.keySet()) {
        numbers.put(k + 1, "x");
      }
    } catch (ConcurrentModificationException e) {
      System.out.println("modified");
    }
    Iterator<Map.Entry<Integer, String>> it = numbers.entrySet().iterator();
    while (it.hasNext()) {
      Map.Entry<Integer, String> e = it.next();
      if (e.getKey() % 2 == 0) {
        it.remove();
      } else {
        e.setValue("odd");
      }
    }
    System.out.println(numbers.size() + " " + numbers.containsValue("v1"));
    Map<String, Integer> linked = new LinkedHashMap<>();
    linked.put("z", 1);
    linked.put("a", 2);
    linked.put("z", 3);
    System.out.println(linked);
    Lru<String, Integer> lru = new Lru<>();
    for (String s : new String[] {"a", "b", "c"}) {
      lru.put(s, 1);
    }
    lru.get("a");
    lru.put("d", 1);
    System.out.println(lru.keySet());
    TreeMap<String, Integer> tree = new TreeMap<>(Collections.reverseOrder());
    for (String s : "m f q a z k c".split(" ")) {
      tree.put(s, (int) s.charAt(0));
    }
    System.out.println(tree + " " + tree.firstKey() + tree.lastEntry() + tree.headMap("k")
        + tree.tailMap("k", false) + tree.floorKey("l") + tree.higherKey("a")
        + tree.pollFirstEntry() + tree.descendingMap());
    TreeSet<Integer> treeSet = new TreeSet<>();
    for (int i = 0; i < 50; i++) {
      treeSet.add(i * 31 % 53);
    }
    for (int i = 0; i < 53; i += 2) {
      treeSet.remove(i);
    }
    System.out.println(treeSet + " " + treeSet.ceiling(10) + treeSet.lower(9)
        + treeSet.subSet(10, 20) + treeSet.descendingSet().first());
    Set<String> set = new HashSet<>(List.of("b", "a", "c"));
    set.retainAll(Set.of("a", "c", "d"));
    System.out.println(new TreeSet<>(set) + " " + set.equals(Set.of("c", "a")) + " "
        + set.hashCode() + " " + new LinkedHashSet<>(List.of(3, 1, 2))
        + set.containsAll(List.of("a")));
    Map<String, Integer> fixed = Map.of("one", 1, "two", 2, "three", 3);
    System.out.println(new TreeMap<>(fixed) + " " + fixed.get("two") + " "
        + fixed.containsKey("four") + " " + fixed.equals(new HashMap<>(fixed)) + " "
        + fixed.hashCode());
    List<String> keys =
        new ArrayList<>(Map.ofEntries(Map.entry("x", 1), Map.entry("y", 2)).keySet());
    Collections.sort(keys);
    System.out.println(keys);
    try {
      Map.of("a", 1, "a", 2);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      fixed.put("x", 1);
    } catch (UnsupportedOperationException e) {
      System.out.println("immutable");
    }
    String k1 = new String("k");
    Map<String, Integer> identity = new IdentityHashMap<>();
    identity.put(k1, 1);
    identity.put(new String("k"), 2);
    System.out.println(identity.size() + " " + identity.get(k1) + " " + identity.get("k"));
    try {
      new TreeMap<Object, Integer>().put(new Object(), 1);
    } catch (ClassCastException e) {
      System.out.println("not comparable");
    }
  }
}
