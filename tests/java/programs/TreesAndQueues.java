import java.util.*;
import java.util.stream.IntStream;

/**
 * TreeMap navigation, PriorityQueue, ArrayDeque, LinkedHashMap in access order, EnumMap, EnumSet,
 * BitSet, IdentityHashMap, WeakHashMap.
 */
public class TreesAndQueues {
  enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

  public static void main(String[] args) {
    TreeMap<Integer, String> t = new TreeMap<>(Comparator.reverseOrder());
    for (int i = 0; i < 50; i++) t.put(i * 7 % 50, "v" + i);
    System.out.println(t.firstKey() + " " + t.floorKey(-1) + " " + t.ceilingEntry(25) + " "
        + t.higherKey(10) + " " + t.lowerKey(49) + " " + t.headMap(47, true) + t.tailMap(1).size()
        + t.subMap(30, 27) + t.descendingMap().firstEntry() + t.pollLastEntry());
    NavigableSet<String> s = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    s.addAll(List.of("b", "A", "c", "B", "d"));
    System.out.println(s + " " + s.descendingSet() + s.subSet("a", false, "C", true) + s.pollFirst()
        + s.ceiling("bb"));
    PriorityQueue<int[]> q = new PriorityQueue<>(
        (a, b) -> a[1] != b[1] ? Integer.compare(a[1], b[1]) : Integer.compare(b[0], a[0]));
    for (int i = 0; i < 12; i++) q.offer(new int[] {i, i * 5 % 4});
    StringBuilder order = new StringBuilder();
    while (!q.isEmpty()) order.append(q.poll()[0]).append(' ');
    System.out.println(order);
    ArrayDeque<Integer> d = new ArrayDeque<>(2);
    for (int i = 0; i < 9; i++) if (i % 2 == 0) d.addFirst(i); else d.addLast(i);
    d.pollLast();
    d.removeFirstOccurrence(4);
    d.push(100);
    System.out.println(d + " " + d.peekLast() + " " + d.pop() + new ArrayList<>(d).indexOf(7));
    LinkedHashMap<String, Integer> lru = new LinkedHashMap<>(4, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
        return size() > 3;
      }
    };
    for (String k : "a b c a d a e".split(" ")) lru.merge(k, 1, Integer::sum);
    System.out.println(lru);
    EnumMap<Day, Integer> em = new EnumMap<>(Day.class);
    em.put(Day.SUN, 1);
    em.put(Day.MON, 2);
    EnumSet<Day> week = EnumSet.range(Day.MON, Day.FRI);
    week.remove(Day.WED);
    System.out.println(em + " " + week + EnumSet.complementOf(week) + EnumSet.noneOf(Day.class)
        + week.containsAll(EnumSet.of(Day.TUE)) + em.containsKey(Day.TUE));
    BitSet b = new BitSet();
    b.set(3, 70);
    b.flip(10);
    b.clear(60, 200);
    BitSet c = BitSet.valueOf(new long[] {0xff00ff});
    c.and(b);
    System.out.println(b.cardinality() + " " + b.length() + " " + b.nextClearBit(5) + " "
        + b.previousSetBit(100) + c + c.intersects(b) + Arrays.toString(b.toLongArray()));
    IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
    id.put(new String("k"), 1);
    id.put(new String("k"), 2);
    System.out.println(id.size() + " " + new WeakHashMap<>(Map.of("w", 1)) + " "
        + new Hashtable<>(Map.of("h", 2)));
    Map<Integer, Integer> big = new HashMap<>();
    IntStream.range(0, 2000).forEach(i -> big.merge(i * 31 % 97, 1, Integer::sum));
    System.out.println(
        big.hashCode() + " " + big.size() + " " + big.values().stream().mapToInt(x -> x).sum());
    record Bad(int v) implements Comparable<Bad> {
      @Override public int hashCode() { return 1; }
      @Override public int compareTo(Bad o) { return Integer.compare(v, o.v); }
    }
    Map<Bad, Integer> tree = new HashMap<>();
    for (int i = 0; i < 40; i++) tree.put(new Bad(i), i);
    for (int i = 0; i < 36; i++) tree.remove(new Bad(i));
    System.out.println(tree.size() + " " + tree.get(new Bad(37)) + " " + tree.get(new Bad(3)));
  }
}
