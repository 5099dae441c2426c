import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Class files of release 8: lambdas, method references of all kinds, default methods,
 * concatenation by StringBuilder.
 */
public class OldLambdas {
  interface Shape {
    double area();
    default String text() { return getClass().getSimpleName() + " " + area(); }
    static Shape square(double s) { return () -> s * s; }
  }

  private int field = 3;
  private static String secret(int i) { return "secret" + i; }
  private class Inner { private int mine = field++; private int outer() { return field + mine; } }

  static <T> T make(Supplier<T> s) { return s.get(); }

  public static void main(String[] args) {
    Shape s = Shape.square(3);
    System.out.println(s.area() + " " + new Shape() {
      public double area() { return 1.5; }
    }.text());
    OldLambdas o = new OldLambdas();
    Inner i = o.new Inner();
    System.out.println(i.mine + " " + i.outer() + " " + o.field + " " + make(ArrayList::new)
        + make(() -> secret(o.field)));
    Function<String, Integer> length = String::length;
    BiFunction<String, String, Boolean> starts = String::startsWith;
    Function<Integer, int[]> array = int[]::new;
    Supplier<String> bound = "bound"::toUpperCase;
    System.out.println(length.apply("four") + " " + starts.apply("abc", "ab") + " "
        + array.apply(4).length + bound.get());
    Map<String, List<Integer>> m = new HashMap<>();
    IntStream.range(0, 10).forEach(
        n -> m.computeIfAbsent(n % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(n));
    System.out.println(m + " "
        + Arrays.asList("b", "a", "c")
              .stream()
              .sorted(Comparator.reverseOrder())
              .collect(Collectors.joining())
        + Optional.ofNullable((String) null).map(String::length).orElse(-1));
    String t = "";
    for (char c = 'a'; c < 'e'; c++) t += c + "" + (int) c + 1.5f + null + true;
    t += 'x';
    System.out.println(t);
    try (AutoCloseable a = () -> System.out.println("closed")) {
      throw new IllegalStateException("in try");
    } catch (Exception e) {
      System.out.println(e.getMessage());
    }
    switch (t.substring(0, 3)) {
      case "a97": System.out.println("string switch"); break;
      default: System.out.println("none");
    }
    assert t.isEmpty() : "assertions are on";
  }
}
