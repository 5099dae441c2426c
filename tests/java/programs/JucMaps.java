import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;

/** Concurrent maps, sets and lists that several threads fill. */
public class JucMaps {
  static void inParallel(java.util.function.IntConsumer body) throws InterruptedException {
    Thread[] all = new Thread[3];
    for (int i = 0; i < all.length; i++) {
      int n = i;
      all[i] = new Thread(() -> {
        for (int k = 0; k < 20; k++) body.accept(k * 3 + n);
      });
      all[i].start();
    }
    for (Thread t : all) t.join();
  }

  static void hashMap() throws InterruptedException {
    ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
    inParallel(k -> m.merge(k % 7, 1, Integer::sum));
    System.out.println(m + " " + m.mappingCount());
    System.out.println(m.reduceValues(1, Integer::sum) + " "
        + m.search(1, (k, v) -> v == 8 && k == 5 ? k : null) + " "
        + m.reduceKeysToInt(1000, x -> x, 0, Integer::sum));
    m.forEach(1000, (k, v) -> { if (v > 8) System.out.print(k + "=" + v + " "); });
    System.out.println(m.computeIfAbsent(100, k -> 5) + " "
        + m.computeIfPresent(100, (k, v) -> null) + " " + m.containsKey(100) + " "
        + m.replace(0, 9, 10) + m.replace(0, 9, 11) + " " + m.putIfAbsent(1, 0) + " "
        + m.getOrDefault(55, -5));
    ConcurrentHashMap<Object, Integer> same = new ConcurrentHashMap<>();
    for (int i = 0; i < 40; i++) {
      String key = "k" + i;
      same.put(new Comparable<Object>() {
        @Override
        public int hashCode() {
          return 42;
        }

        @Override
        public int compareTo(Object o) {
          return toString().compareTo(o.toString());
        }

        @Override
        public String toString() {
          return key;
        }
      }, i);
    }
    System.out.println(same.size() + " " + same.values().stream().mapToInt(x -> x).sum());
    ConcurrentHashMap.KeySetView<String, Boolean> set = ConcurrentHashMap.newKeySet();
    inParallel(k -> set.add("s" + k % 4));
    System.out.println(
        set.stream().sorted().collect(Collectors.toList()) + " " + m.keySet(7).add(77) + m.get(77));
    ConcurrentHashMap<Integer, Integer> big = new ConcurrentHashMap<>(2);
    inParallel(k -> big.put(k, -k));
    System.out.println(big.size() + " " + big.keySet().stream().mapToInt(x -> x).sum());
    try {
      m.computeIfAbsent(500, k -> m.computeIfAbsent(500, j -> 1));
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  static void skipLists() throws InterruptedException {
    ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
    inParallel(k -> m.put(k, "v" + k));
    inParallel(k -> { if (k % 2 == 1) m.remove(k); });
    System.out.println(m.size() + " " + m.firstKey() + " " + m.lastEntry() + " " + m.floorKey(7)
        + m.ceilingKey(7) + " " + m.headMap(6, true) + " " + m.tailMap(54).keySet());
    NavigableMap<Integer, String> sub = m.subMap(10, false, 20, true).descendingMap();
    System.out.println(
        sub + " " + sub.pollFirstEntry() + " " + m.containsKey(20) + " " + m.pollFirstEntry());
    ConcurrentSkipListSet<String> s =
        new ConcurrentSkipListSet<>(java.util.Comparator.reverseOrder());
    inParallel(k -> s.add("e" + k % 5));
    System.out.println(
        s + " " + s.higher("e3") + " " + s.descendingSet() + " " + s.subSet("e3", "e0"));
  }

  static void copyOnWrite() throws InterruptedException {
    CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>();
    inParallel(l::add);
    List<Integer> sorted = new ArrayList<>(l);
    sorted.sort(null);
    System.out.println(sorted.size() + " " + sorted.get(59) + " " + l.addIfAbsent(5) + " "
        + l.addAllAbsent(List.of(5, 61)));
    Iterator<Integer> it = l.iterator();
    l.clear();
    int n = 0;
    for (; it.hasNext(); it.next()) n++;
    try {
      it.remove();
    } catch (UnsupportedOperationException e) {
      System.out.println(n + " " + l);
    }
    CopyOnWriteArraySet<String> s = new CopyOnWriteArraySet<>(List.of("b", "a", "b"));
    for (String x : s) s.add(x + x);
    System.out.println(s + " " + s.removeIf(x -> x.length() == 2) + s);
  }

  public static void main(String[] args) throws InterruptedException {
    hashMap();
    skipLists();
    copyOnWrite();
  }
}
