import java.util.*;

/**
 * Corner cases of HashMap, LinkedHashMap and HashSet: null keys, collisions, resizing, iterators
 * that remove, views, compute.
 */
public class HashCollections {
  record Key(int id) { @Override public int hashCode() { return id % 3; } }

  public static void main(String[] args) {
    Map<String, Integer> m = new HashMap<>();
    m.put(null, 1);
    m.put("a", null);
    System.out.println(m.get(null) + " " + m.containsKey("a") + m.get("a") + m.getOrDefault("a", 5)
        + m.getOrDefault("b", 6) + m.putIfAbsent("a", 7) + m.get("a")
        + m.merge("a", 1, (x, y) -> null) + m.computeIfPresent(null, (k, v) -> v + 1) + m);
    Map<Key, Integer> c = new HashMap<>(1);
    for (int i = 0; i < 100; i++) c.put(new Key(i), i);
    int sum = 0;
    for (Iterator<Map.Entry<Key, Integer>> it = c.entrySet().iterator(); it.hasNext();) {
      Map.Entry<Key, Integer> e = it.next();
      if (e.getKey().id() % 2 == 0) it.remove(); else e.setValue(-e.getValue());
    }
    for (int v : c.values()) sum += v;
    System.out.println(c.size() + " " + sum + c.keySet().removeIf(k -> k.id() > 50) + c.size()
        + c.values().contains(-7) + c.entrySet().contains(Map.entry(new Key(9), -9))
        + c.keySet().retainAll(Set.of(new Key(1), new Key(3))) + c);
    LinkedHashMap<Integer, String> l = new LinkedHashMap<>();
    for (int i : new int[] {3, 1, 2}) l.put(i, "v" + i);
    l.put(3, "again");
    l.remove(1);
    l.put(1, "late");
    System.out.println(
        l + " " + l.keySet() + l.values() + l.equals(new HashMap<>(l)) + l.hashCode());
    Set<Integer> s = new HashSet<>(List.of(1, 2, 3)), t = new TreeSet<>(List.of(2, 3, 4));
    s.retainAll(t);
    s.addAll(List.of(9));
    System.out.println(s + " " + s.containsAll(Set.of(9)) + s.equals(Set.of(2, 3, 9))
        + new LinkedHashSet<>(List.of(3, 1, 2)) + s.removeAll(t) + s);
    Map<Integer, Integer> nested = new TreeMap<>();
    for (int i = 0; i < 20; i++) nested.compute(i % 4, (k, v) -> v == null ? 1 : v + k);
    nested.replaceAll((k, v) -> k * 100 + v);
    System.out.println(nested + " " + nested.replace(1, 5) + nested.replace(1, 5, 6)
        + nested.remove(1, 7) + nested.remove(1, 6) + nested);
    Map<String, List<Integer>> multi = new TreeMap<>(
        Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
    for (String w : "the quick brown fox jumps over the lazy dog".split(" "))
      multi.computeIfAbsent(w, k -> new ArrayList<>()).add(w.length());
    System.out.println(multi);
    Iterator<String> it = multi.keySet().iterator();
    it.next();
    multi.remove("lazy");
    try {
      it.next();
    } catch (ConcurrentModificationException e) {
      System.out.println("CME");
    }
    Map<Integer, Integer> copy = Map.copyOf(Map.of(1, 2));
    try {
      copy.put(1, 1);
    } catch (UnsupportedOperationException e) {
      System.out.println("UOE " + copy.get(1) + Map.ofEntries(Map.entry(5, 6)));
    }
    System.out.println(new HashMap<>(Map.of("x", new HashMap<>(Map.of("y", 1)))).clone() + " "
        + Collections.unmodifiableMap(l).keySet() + new AbstractMap.SimpleEntry<>(1, 2));
  }
}
