import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/**
 * Sequential streams: collectors, flatMap, laziness, primitives, infinite streams, iterators,
 * exceptions.
 */
public class StreamOperations {
  record Person(String name, int age, String city) { }

  public static void main(String[] args) {
    List<Person> people = List.of(new Person("Ann", 30, "Oslo"), new Person("Bob", 25, "Rome"),
        new Person("Cid", 30, "Rome"), new Person("Dee", 41, "Oslo"));
    System.out.println(""
        + people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new,
            Collectors.mapping(Person::name, Collectors.joining("+")))));
    System.out.println(people.stream().collect(
        Collectors.partitioningBy(p -> p.age() > 29, Collectors.averagingInt(Person::age))));
    System.out.println(people.stream()
                           .sorted(Comparator.comparing(Person::age)
                                       .reversed()
                                       .thenComparing(Person::name, Comparator.reverseOrder()))
                           .map(Person::name)
                           .toList());
    System.out.println(people.stream().collect(Collectors.teeing(Collectors.counting(),
                           Collectors.summingInt(Person::age), (n, s) -> s + "/" + n))
        + people.stream().collect(Collectors.summarizingDouble(Person::age)));
    System.out.println(people.stream().collect(Collectors.toMap(
                           Person::age, Person::name, (a, b) -> a + b, TreeMap::new))
        + " " + people.stream().map(Person::age).reduce(0, Integer::sum)
        + people.stream().max(Comparator.comparing(Person::age)).get());
    try {
      people.stream().collect(Collectors.toMap(Person::age, Person::name));
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Stream.iterate(1, x -> x < 200, x -> x * 3)
                           .map(String::valueOf)
                           .collect(Collectors.joining(",", "[", "]"))
        + IntStream.iterate(1, x -> x + 1).filter(x -> x % 7 == 0).skip(2).limit(3).sum());
    System.out.println(Stream.of("a b", "c")
                           .flatMap(s -> Arrays.stream(s.split(" ")))
                           .collect(Collectors.toCollection(ArrayDeque::new))
        + " "
        + Stream.of(1, 2, 3)
              .<Integer>mapMulti((x, out) -> {
                for (int i = 0; i < x; i++) out.accept(x);
              })
              .toList());
    StringBuilder trace = new StringBuilder();
    Optional<Integer> first = Stream.of(5, 2, 8, 1)
                                  .peek(x -> trace.append("p").append(x))
                                  .filter(x -> x > 6)
                                  .map(x -> x * 2)
                                  .findFirst();
    System.out.println(trace + " " + first);
    System.out.println(IntStream.rangeClosed(1, 5)
                           .mapToObj(i -> "x".repeat(i))
                           .takeWhile(s -> s.length() < 4)
                           .dropWhile(s -> s.length() < 2)
                           .toList()
        + " " + IntStream.of(3, 1, 2).boxed().sorted(Collections.reverseOrder()).toList());
    System.out.println(DoubleStream.of(1, 2, 4).average().getAsDouble() + " "
        + LongStream.range(0, 10).summaryStatistics() + " " + IntStream.empty().max() + " "
        + "hello".chars().mapToObj(c -> (char) c).distinct().count());
    System.out.println(Stream.of(1, 2, 3, 4).anyMatch(x -> x > 3) + " "
        + Stream.empty().allMatch(x -> false) + " " + Stream.of(1).noneMatch(x -> x == 1) + " "
        + Stream.concat(Stream.of(1), Stream.of(2)).toList()
        + Stream.generate(() -> "g").limit(2).toList());
    Stream<Integer> used = Stream.of(1);
    used.count();
    try {
      used.count();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    try (Stream<Integer> closing = Stream.of(1).onClose(() -> System.out.println("closed"))) {
      System.out.println(Arrays.toString(closing.toArray(Integer[]::new)));
    }
    Iterator<Integer> it = Stream.of(1, 2, 3).iterator();
    it.next();
    System.out.println(it.next() + " "
        + StreamSupport.stream(Spliterators.spliteratorUnknownSize(it, 0), false).count() + " "
        + new ArrayList<>(List.of(1, 2, 3)).spliterator().estimateSize());
    Collector<String, ?, String> own = Collector.of(StringBuilder::new,
        (b, s) -> b.insert(0, s), StringBuilder::append, StringBuilder::toString);
    System.out.println(Stream.of("a", "b", "c").collect(own) + " "
        + Stream.of("x", "yy").collect(
            Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList))
        + Stream.of(1, 2, 3, 4).collect(Collectors.reducing(1, (a, b) -> a * b))
        + Stream.of(3, 4).collect(Collectors.filtering(x -> x > 3, Collectors.toSet()))
        + Stream.of(List.of(1), List.of(2))
              .collect(Collectors.flatMapping(List::stream, Collectors.toList())));
    Function<Integer, Function<Integer, Integer>> curried = a -> b -> a - b;
    BiFunction<Integer, Integer, Integer> composed =
        (a, b) -> curried.apply(a).andThen(x -> x * 2).compose((Integer x) -> x + 1).apply(b);
    System.out.println(composed.apply(9, 4) + " "
        + UnaryOperator.<String>identity().andThen(String::length).apply("four") + " "
        + Predicate.<String>not(String::isEmpty)
              .and(s -> s.length() < 3)
              .or(s -> s.equals("long"))
              .test("long")
        + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(2, 1));
  }
}
