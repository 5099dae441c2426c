import java.util.*;
import java.util.function.Function;

/** Wrappers and algorithms of Collections, immutable collections, fail-fast iterators. */
public class CollectionsWrappers {
  static void attempt(String name, Runnable r) {
    try {
      r.run();
      System.out.println(name + " passed");
    } catch (RuntimeException e) {
      System.out.println(name + " " + e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }

  public static void main(String[] args) {
    List<Integer> l = new ArrayList<>(List.of(5, 3, 9, 1, 7));
    Collections.sort(l, Collections.reverseOrder());
    System.out.println(l + " " + Collections.binarySearch(List.of(1, 3, 5), 4) + Collections.max(l)
        + Collections.min(l, Comparator.comparing(x -> x % 5)) + Collections.frequency(l, 3)
        + Collections.disjoint(l, List.of(2)));
    Collections.rotate(l, 2);
    Collections.swap(l, 0, 4);
    System.out.println(l + " " + Collections.nCopies(3, "x")
        + Collections.indexOfSubList(l, List.of(9)) + Collections.emptyMap()
        + Collections.singletonList(null));
    Collections.fill(l.subList(1, 3), 0);
    Collections.addAll(l, 8, 8);
    Collections.replaceAll(l, 8, 4);
    System.out.println(l + " " + Collections.unmodifiableList(l).equals(l)
        + Collections.lastIndexOfSubList(l, List.of(4)));
    attempt("unmodifiable", () -> Collections.unmodifiableCollection(l).add(1));
    attempt("List.of", () -> List.of(1, 2).set(0, 1));
    attempt("List.of null", () -> List.of(1, null));
    attempt("Set.of twice", () -> Set.of(1, 1));
    attempt("Map.of twice", () -> Map.of("a", 1, "a", 2));
    attempt("asList grow", () -> Arrays.asList(1, 2).add(3));
    attempt("checked",
        () -> ((List) Collections.checkedList(new ArrayList<>(), Integer.class)).add("s"));
    attempt("concurrent", () -> { for (Integer i : l) if (i == 0) l.remove(i); });
    attempt("concurrent map", () -> {
      Map<Integer, Integer> m = new HashMap<>(Map.of(1, 1, 2, 2));
      for (Integer k : m.keySet()) m.put(k + 10, k);
    });
    attempt("sublist", () -> { List<Integer> s = l.subList(0, 2); l.add(1); s.size(); });
    attempt("iterator", () -> new ArrayList<>().iterator().next());
    attempt("remove twice", () -> {
      Iterator<Integer> i = l.iterator();
      i.next();
      i.remove();
      i.remove();
    });
    attempt("index", () -> l.get(99));
    attempt("deque null", () -> new ArrayDeque<>().add(null));
    attempt("treemap null", () -> new TreeMap<String, String>().put(null, ""));
    attempt("treeset mixed", () -> { Set<Object> s = new TreeSet<>(); s.add(1); s.add("a"); });
    attempt("priority", () -> new PriorityQueue<>(0));
    attempt("getFirst", () -> new LinkedList<>().getFirst());
    attempt("computeIfAbsent", () -> {
      Map<String, Integer> m = new HashMap<>();
      m.computeIfAbsent("a", k -> {
        m.put("b", 1);
        return 2;
      });
    });
    System.out.println(List.copyOf(l) + " " + new TreeSet<>(Set.of(3, 1, 2)) + " "
        + new TreeMap<>(Map.of("k", 1, "j", 2)) + Map.entry("e", 1));
    ListIterator<Integer> it = l.listIterator(2);
    it.add(77);
    it.previous();
    it.set(78);
    System.out.println(
        l + " " + it.nextIndex() + it.hasPrevious() + " " + l.removeIf(x -> x > 70) + l);
    l.replaceAll(x -> -x);
    Enumeration<Integer> e = Collections.enumeration(l);
    System.out.println(e.nextElement() + " " + Collections.list(e) + new Vector<>(l).elementAt(1)
        + new Stack<Integer>().push(4));
    Map<String, Integer> sync = Collections.synchronizedMap(new LinkedHashMap<>());
    sync.merge("a", 1, Integer::sum);
    sync.merge("a", 5, Integer::sum);
    sync.putIfAbsent("b", 2);
    sync.compute("b", (k, v) -> v == null ? 0 : null);
    System.out.println(sync + " "
        + Collections.newSetFromMap(new LinkedHashMap<String, Boolean>()).add("x")
        + Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2))).peek());
  }
}
