import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Lambdas and every kind of method reference; captures of all types; boxing adaptation;
 * composition.
 */
public class Lambdas {
  final int base;

  Lambdas(int base) {
    this.base = base;
  }

  int plus(int x) {
    return base + x;
  }

  static int twice(int x) {
    return 2 * x;
  }

  Supplier<Integer> mine() {
    return () -> base * 100;
  }

  interface TriFunction<A, B, C, R> {
    R apply(A a, B b, C c);

    default <V> TriFunction<A, B, C, V> then(Function<? super R, ? extends V> f) {
      return (a, b, c) -> f.apply(apply(a, b, c));
    }
  }

  interface Thrower {
    void run() throws Exception;
  }

  static class Parent {
    String name() {
      return "parent";
    }
  }

  static class Child extends Parent {
    @Override
    String name() {
      return "child";
    }

    Supplier<String> parentName() {
      return super::name;
    }
  }

  static Function<Integer, Function<Integer, Integer>> curried() {
    return a -> b -> a * 10 + b;
  }

  static <T, R> List<R> map(List<T> in, Function<? super T, ? extends R> f) {
    List<R> out = new ArrayList<>();
    for (T t : in) {
      out.add(f.apply(t));
    }
    return out;
  }

  static String captures(byte b, char c, long l, float f, double d, boolean z, Object o, int[] a) {
    Supplier<String> s =
        () -> b + " " + c + " " + l + " " + f + " " + d + " " + z + " " + o + " " + a.length;
    return s.get();
  }

  public static void main(String[] args) throws Exception {
    Function<Integer, Integer> f = Lambdas::twice;
    Function<Integer, Integer> bound = new Lambdas(5)::plus;
    BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::plus;
    Function<Integer, Lambdas> constructor = Lambdas::new;
    IntFunction<int[]> arrays = int[]::new;
    Function<Integer, String[][]> deep = String[][]::new;
    System.out.println(f.apply(4) + " " + bound.apply(4) + " " + unbound.apply(new Lambdas(1), 2)
        + " " + constructor.apply(9).base + " " + arrays.apply(3).length + " "
        + deep.apply(2).length);
    System.out.println(new Child().parentName().get() + " " + new Lambdas(2).mine().get());
    System.out.println(curried().apply(4).apply(2));
    TriFunction<Integer, Long, Double, Double> tri = (a, b, c) -> a + b + c;
    System.out.println(tri.then(d -> "sum " + d).apply(1, 2L, 0.5));
    System.out.println(f.andThen(x -> x + 1).compose((String s) -> s.length()).apply("four"));
    Predicate<String> empty = String::isEmpty;
    System.out.println(empty.negate().and(s -> s.length() < 3).or(s -> s.equals("long")).test("ab")
        + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual("x").test("x"));
    UnaryOperator<String> up = String::toUpperCase;
    BinaryOperator<Integer> max = BinaryOperator.maxBy(Comparator.naturalOrder());
    IntBinaryOperator sum = Integer::sum;
    ToLongFunction<Integer> widen = Integer::longValue;
    IntPredicate even = i -> i % 2 == 0;
    System.out.println(up.apply("up") + max.apply(3, 8) + sum.applyAsInt(2, 3)
        + widen.applyAsLong(7) + even.test(4) + UnaryOperator.identity().apply("id"));
    System.out.println(map(List.of("a", "bb", "ccc"), String::length) + " "
        + map(List.of(1, 2), Integer::toBinaryString));
    List<String> seen = new ArrayList<>();
    Consumer<String> add = seen::add;
    add.andThen(s -> seen.add(s + s)).accept("x");
    System.out.println(seen);
    System.out.println(captures((byte) 1, 'c', 2L, 1.5f, 2.5, true, "o", new int[4]));
    Runnable[] actions = new Runnable[3];
    int[] total = {0};
    for (int i = 0; i < actions.length; i++) {
      int k = i;
      actions[i] = () -> total[0] += k + 1;
    }
    for (Runnable r : actions) {
      r.run();
      r.run();
    }
    System.out.println(total[0]);
    Function<Integer, Integer>[] fact = new Function[1];
    fact[0] = n -> n <= 1 ? 1 : n * fact[0].apply(n - 1);
    System.out.println(fact[0].apply(10));
    List<String> words = Arrays.asList("pear", "fig", "apple", "kiwi");
    words.sort(Comparator.comparing(String::length).thenComparing(Function.identity()));
    System.out.println(words);
    words.sort(Comparator.comparing((String s) -> s.charAt(1))
                   .reversed()
                   .thenComparing(String::compareTo));
    System.out.println(words);
    words.sort(Comparator.nullsFirst(Comparator.comparingInt(String::length)));
    System.out.println(words);
    Thrower t = () -> { throw new java.io.IOException("from a lambda"); };
    try {
      t.run();
    } catch (java.io.IOException e) {
      System.out.println(e.getMessage());
    }
    try {
      Lambdas none = null;
      Function<Integer, Integer> broken = none::plus;
    } catch (NullPointerException e) {
      System.out.println("no receiver");
    }
    Supplier<Supplier<String>> nested = () -> () -> "nested";
    System.out.println(nested.get().get());
    Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("two interfaces");
    r.run();
    Object o = (Supplier<String>) () -> "as an object";
    System.out.println(((Supplier<?>) o).get());
  }
}
