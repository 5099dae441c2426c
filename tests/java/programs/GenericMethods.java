import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Generics at run time: bounded types, wildcards, bridge methods, covariant return types, generic
 * arrays, functional style.
 */
public class GenericMethods {
  interface Monoid<T> {
    T zero();
    T plus(T a, T b);
    default T sum(Iterable<? extends T> l) {
      T r = zero();
      for (T t : l) r = plus(r, t);
      return r;
    }
  }
  static final Monoid<Integer> ADD = new Monoid<>() {
    public Integer zero() { return 0; }
    public Integer plus(Integer a, Integer b) { return a + b; }
  };

  static abstract class Animal<S extends Animal<S>> implements Comparable<S> {
    int weight;
    abstract S self();
    S weigh(int w) { weight = w; return self(); }
    @Override public int compareTo(S o) { return Integer.compare(weight, o.weight); }
  }
  static class Cat extends Animal<Cat> {
    Cat self() { return this; }
    Cat purr() {
      System.out.print("purr ");
      return this;
    }
    @Override
    public Cat clone() {
      return new Cat().weigh(weight);
    }
  }

  static <T extends Comparable<? super T>> T max(List<? extends T> l) {
    T best = l.get(0);
    for (T t : l) if (t.compareTo(best) > 0) best = t;
    return best;
  }

  @SafeVarargs
  static <T> List<T> listOf(T... ts) {
    List<T> l = new ArrayList<>();
    for (T t : ts) l.add(t);
    return l;
  }
  static <K, V> Map<V, List<K>> invert(Map<K, V> m) {
    Map<V, List<K>> r = new HashMap<>();
    m.forEach((k, v) -> r.computeIfAbsent(v, x -> new ArrayList<>()).add(k));
    return r;
  }
  static <A, B, C> Function<A, C> chain(
      Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
    return a -> g.apply(f.apply(a));
  }
  static <T> Supplier<T> memo(Supplier<T> s) {
    return new Supplier<>() {
      T v;
      boolean done;
      public T get() {
        if (!done) {
          v = s.get();
          done = true;
        }
        return v;
      }
    };
  }
  static void swap(List<?> l) { swapHelp(l); }
  private static <T> void swapHelp(List<T> l) { T t = l.get(0); l.set(0, l.get(1)); l.set(1, t); }
  static long count(Object... os) { return os == null ? -1 : os.length; }

  static class Stack<E> {
    private E[] items;
    private int size;
    @SuppressWarnings("unchecked") Stack() { items = (E[]) new Object[1]; }
    void push(E e) {
      if (size == items.length) items = java.util.Arrays.copyOf(items, size * 2);
      items[size++] = e;
    }
    E pop() { E e = items[--size]; items[size] = null; return e; }
    <R> R fold(R r, BiFunction<? super R, ? super E, ? extends R> f) {
      for (int i = 0; i < size; i++) r = f.apply(r, items[i]);
      return r;
    }
  }

  interface Left<T> { void take(T t); }
  static class Both implements Left<String>, Predicate<String> {
    public void take(String s) { System.out.print("took " + s + " "); }
    public boolean test(String s) { return s.isEmpty(); }
  }

  public static void main(String[] args) {
    System.out.println(ADD.sum(List.of(1, 2, 3)) + " " + max(listOf("b", "z", "a")) + " "
        + invert(Map.of("k", 1))
        + chain((String s) -> s.length(), (Integer i) -> i * 2.5).apply("four"));
    Cat c = new Cat().weigh(4).purr();
    System.out.println(c.clone().weight + " " + max(List.of(c, new Cat().weigh(9))).weight);
    int[] calls = {0};
    Supplier<Integer> m = memo(() -> ++calls[0]);
    List<String> l = listOf("x", "y");
    swap(l);
    System.out.println(m.get() + m.get() + " " + l + count() + count((Object[]) null)
        + count((Object) null) + count(1, 2) + count(new int[3])
        + count((Object[]) new Integer[3]));
    Stack<String> s = new Stack<>();
    for (String t : "a b c d".split(" ")) s.push(t);
    System.out.println(s.pop() + s.fold(0, (Integer r, String t) -> r * 10 + t.charAt(0) - 'a'));
    Both b = new Both();
    Left<String> left = b;
    left.take("it");
    System.out.println(b.negate().test("q"));
    try {
      @SuppressWarnings({"rawtypes", "unchecked"})
      Object r = ((Left) b).getClass().getMethod("take", Object.class);
      ((Left) b).take(1);
    } catch (ClassCastException | NoSuchMethodException e) {
      System.out.println(e.getClass().getSimpleName());
    }
    List<Comparator<String>> cs =
        List.of(Comparator.naturalOrder(), Comparator.comparing(String::length),
            String.CASE_INSENSITIVE_ORDER, Comparator.nullsFirst(Comparator.reverseOrder()));
    for (Comparator<String> k : cs) System.out.print(Integer.signum(k.compare("bb", "A")) + " ");
    System.out.println();
  }
}
