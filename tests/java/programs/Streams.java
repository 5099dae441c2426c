import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Streams: sources, stateless and stateful operations, collectors, primitives, short-circuiting.
 */
public class Streams {
  record Person(String name, int age, String town) {}

  public static void main(String[] args) {
    System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 1).map(i -> i * i).sum());
    System.out.println(IntStream.range(0, 5).boxed().collect(Collectors.toList()));
    System.out.println(IntStream.of(3, 1, 2)
                           .sorted()
                           .mapToObj(Integer::toString)
                           .collect(Collectors.joining("<", "[", "]")));
    OptionalInt max = IntStream.of(4, 9, 2).max();
    System.out.println(max.getAsInt() + " " + IntStream.empty().max().isPresent() + " "
        + IntStream.of(1, 2, 4).average().getAsDouble() + " "
        + IntStream.of(5, 6).summaryStatistics());
    List<Person> people = List.of(new Person("Ann", 30, "Ulm"), new Person("Bob", 25, "Bonn"),
        new Person("Cid", 41, "Ulm"), new Person("Dee", 25, "Kiel"));
    System.out.println(people.stream().map(Person::name).collect(Collectors.toList()));
    TreeMap<String, List<String>> byTown = people.stream().collect(Collectors.groupingBy(
        Person::town, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList())));
    System.out.println(byTown);
    System.out.println(new TreeMap<>(
        people.stream().collect(Collectors.groupingBy(Person::age, Collectors.counting()))));
    Map<Boolean, Integer> parts = people.stream().collect(
        Collectors.partitioningBy(p -> p.age() > 28, Collectors.summingInt(Person::age)));
    System.out.println(parts.get(true) + " " + parts.get(false));
    System.out.println(
        new TreeMap<>(people.stream().collect(Collectors.toMap(Person::name, Person::age))));
    try {
      people.stream().collect(Collectors.toMap(Person::age, Person::name));
    } catch (IllegalStateException e) {
      System.out.println("duplicate key");
    }
    System.out.println(
        people.stream().sorted((a, b) -> b.age() - a.age()).map(Person::name).findFirst().get());
    System.out.println(Stream.of("a", "b", "a", "c", "b").distinct().count());
    System.out.println(Stream.iterate(1, x -> x * 2).limit(8).reduce(0, Integer::sum));
    System.out.println(Stream.iterate(1, x -> x < 100, x -> x * 3)
                           .map(String::valueOf)
                           .collect(Collectors.joining(",")));
    System.out.println(Arrays.asList("b a", "d c")
                           .stream()
                           .flatMap(s -> Stream.of(s.split(" ")))
                           .sorted()
                           .collect(Collectors.toList()));
    List<String> log = new ArrayList<>();
    boolean any = Stream.of(1, 2, 3, 4)
                      .peek(i -> log.add("p" + i))
                      .filter(i -> i > 1)
                      .peek(i -> log.add("q" + i))
                      .anyMatch(i -> i == 2);
    System.out.println(any + " " + log);
    System.out.println(
        Stream.of(1, 2, 3).allMatch(i -> i > 0) + " " + Stream.of(1, 2).noneMatch(i -> i == 2));
    System.out.println(Stream.of(5, 3, 8).min(Integer::compare).get() + " "
        + Stream.of(1, 2, 3, 4, 5).skip(2).toList());
    System.out.println(Stream.of(1, 2, 3, 4, 1).takeWhile(i -> i < 4).toList() + ""
        + Stream.of(1, 5, 1).dropWhile(i -> i < 3).toList());
    System.out.println(people.stream().mapToInt(Person::age).sum() + " "
        + people.stream().collect(Collectors.averagingInt(Person::age)));
    System.out.println(IntStream.range(0, 20).mapToObj(i -> i).collect(
        Collectors.reducing(0, i -> i % 3, Integer::sum)));
    System.out.println("stream".chars()
                           .mapToObj(c -> (char) c)
                           .sorted()
                           .map(String::valueOf)
                           .collect(Collectors.joining()));
    System.out.println(Stream.concat(Stream.of("x"), Stream.of("y")).toList()
        + Arrays.toString(Stream.of(2, 1).sorted().toArray()));
    System.out.println(IntStream.rangeClosed(1, 5).mapToLong(i -> i).reduce(1, (a, b) -> a * b)
        + " " + IntStream.range(0, 4).mapToDouble(i -> i / 2.0).sum());
    TreeMap<String, String> settings =
        Stream.of("k1=v1", "k2=v2")
            .map(s -> s.split("="))
            .collect(Collectors.toMap(a -> a[0], a -> a[1], (a, b) -> b, TreeMap::new));
    System.out.println(settings);
    Stream<String> once = Stream.of("once");
    once.count();
    try {
      once.count();
    } catch (IllegalStateException e) {
      System.out.println("used up");
    }
  }
}
