import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Nested collectors, lazy and infinite streams, navigable maps and spliterators. */
public class CollectorsMore {
  record Order(String customer, String item, int count, double price) {
    double total() {
      return count * price;
    }
  }

  public static void main(String[] args) {
    List<Order> orders = List.of(new Order("ann", "pen", 3, 1.5), new Order("bob", "ink", 1, 7.25),
        new Order("ann", "ink", 2, 7.0), new Order("cid", "pen", 10, 1.25),
        new Order("bob", "pen", 4, 1.5));
    TreeMap<String, Map<Boolean, List<String>>> byCustomer =
        orders.stream().collect(Collectors.groupingBy(Order::customer, TreeMap::new,
            Collectors.partitioningBy(
                o -> o.total() > 7, Collectors.mapping(Order::item, Collectors.toList()))));
    System.out.println(byCustomer);
    String both = orders.stream().collect(Collectors.teeing(Collectors.summingDouble(Order::total),
        Collectors.counting(), (sum, n) -> sum + " over " + n));
    System.out.println(both);
    System.out.println(new TreeMap<>(orders.stream().collect(Collectors.groupingBy(Order::item,
        Collectors.filtering(o -> o.count() > 1, Collectors.averagingInt(Order::count))))));
    System.out.println(new TreeMap<>(orders.stream().collect(Collectors.groupingBy(Order::customer,
        Collectors.flatMapping(o
            -> Stream.of(o.item(), o.item().toUpperCase()),
            Collectors.joining("/", "<", ">"))))));
    System.out.println(new TreeMap<>(
        orders.stream().collect(Collectors.toMap(Order::customer, Order::total, Double::sum))));
    String best = orders.stream().collect(
        Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingDouble(Order::total)),
            o -> o.map(Order::item).orElse("none")));
    System.out.println(best);
    IntSummaryStatistics s = orders.stream().mapToInt(Order::count).summaryStatistics();
    System.out.println(s);
    List<String> powers = Stream.iterate(1, i -> i * 3)
                              .takeWhile(i -> i < 1000)
                              .dropWhile(i -> i < 20)
                              .map(String::valueOf)
                              .collect(Collectors.toCollection(ArrayList::new));
    System.out.println(powers);
    System.out.println(IntStream.rangeClosed(1, 20).boxed().collect(
                           Collectors.reducing(0, i -> i * i, Integer::sum))
        + " " + IntStream.iterate(10, i -> i > 0, i -> i - 3).boxed().toList());
    System.out.println(Stream.of("b", "a", "c")
                           .sorted(Comparator.reverseOrder())
                           .peek(x -> System.out.print("(" + x + ")"))
                           .limit(2)
                           .collect(Collectors.toUnmodifiableList()));
    System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3))
                           .<Integer>mapMulti((l, to) -> l.forEach(to))
                           .map(i -> i + 1)
                           .toList());

    NavigableMap<Integer, String> map = new TreeMap<>();
    for (int i = 0; i < 50; i += 5) {
      map.put(i, "v" + i);
    }
    System.out.println(map.floorKey(12) + " " + map.higherEntry(20) + " "
        + map.subMap(10, true, 25, false) + " " + map.headMap(7).size() + " "
        + map.descendingMap().firstKey() + " " + map.pollFirstEntry() + " "
        + map.tailMap(40, false).keySet());
    TreeSet<String> words = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    words.addAll(List.of("delta", "Alpha", "charlie", "ALPHA", "bravo"));
    System.out.println(words + " " + words.ceiling("c") + " " + words.descendingSet() + " "
        + words.subSet("b", "d"));

    Spliterator<Integer> right =
        IntStream.range(0, 16).boxed().collect(Collectors.toList()).spliterator();
    Spliterator<Integer> left = right.trySplit();
    System.out.print(left.estimateSize() + "+" + right.estimateSize() + ":");
    left.tryAdvance(i -> System.out.print(" " + i));
    right.forEachRemaining(i -> System.out.print(" " + i));
    System.out.println(" " + right.hasCharacteristics(Spliterator.SIZED));
    List<Integer> list = new ArrayList<>(List.of(5, 3, 8, 1));
    list.replaceAll(i -> i * 2);
    list.removeIf(i -> i > 10);
    list.sort(null);
    try {
      List.copyOf(list).add(1);
    } catch (UnsupportedOperationException e) {
      System.out.println(list + " unmodifiable");
    }
  }
}
