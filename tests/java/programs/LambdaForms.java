import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.*;

/**
 * Lambdas and method references of every form: captures, boxing, markers, varargs, super,
 * constructors, intersection types.
 */
public class LambdaForms {
  interface Marker { }
  interface TriFunction<A, B, C, R> {
    R apply(A a, B b, C c);
    default TriFunction<A, B, C, R> self() { return this; }
  }
  interface Prims {
    double mix(byte b, short s, char c, int i, long l, float f, double d, boolean z);
  }
  interface Generic<T extends Number> { T make(T t); }
  static class Base { String hi(String s) { return "base " + s; } protected int p = 4; }
  static class Derived extends Base {
    @Override String hi(String s) { return "derived " + s; }
    List<Function<String, String>> all() {
      return List.of(this::hi, super::hi, s -> super.hi(s) + p, Derived.super::hi);
    }
  }
  static int sum(Integer... xs) { int t = 0; for (int x : xs) t += x; return t; }
  static int count(Object o, Object... xs) { return xs.length; }
  static long widen(long l) { return l * 2; }
  static <T> T[] fill(IntFunction<T[]> f, Supplier<T> s) {
    T[] a = f.apply(2);
    Arrays.setAll(a, i -> s.get());
    return a;
  }
  int field = 1;
  static int stat = 5;

  Runnable counter() { return () -> { field++; stat += field; }; }

  public static void main(String[] args) throws Exception {
    byte b = 1;
    short s = 2;
    char c = 'c';
    int i = 4;
    long l = 5;
    float f = 6;
    double d = 7;
    boolean z = true;
    String t = "t";
    int[] a = {9};
    Supplier<String> all = () -> b + "" + s + c + i + l + f + d + z + t + a[0]++ + args.length;
    System.out.println(all.get() + all.get());
    Prims p = (b1, s1, c1, i1, l1, f1, d1, z1) -> b1 + s1 + c1 + i1 + l1 + f1 + d1 + (z1 ? 1 : 0);
    System.out.println(p.mix(b, s, c, i, l, f, d, z));
    Runnable r = (Runnable & Marker & Serializable) () -> System.out.print("marked ");
    r.run();
    System.out.println((r instanceof Marker) + "" + (r instanceof Serializable));
    for (Function<String, String> x : new Derived().all()) System.out.print(x.apply("x") + "; ");
    BiFunction<Integer, Integer, Integer> varargs = LambdaForms::sum;
    Function<Object, Integer> none = LambdaForms::count;
    IntToLongFunction widening = LambdaForms::widen;
    ToIntFunction<Integer> unboxing = Integer::intValue;
    Function<Integer, Long> both = x -> (long) x;
    IntFunction<Integer> boxing = x -> x;
    Supplier<Runnable> nested = () -> () -> System.out.print("nested ");
    nested.get().run();
    System.out.println(varargs.apply(2, 3) + " " + none.apply("x") + widening.applyAsLong(4)
        + unboxing.applyAsInt(6) + both.apply(7) + boxing.apply(8));
    Function<String, Integer> parse = Integer::new;
    Supplier<List<String>> list = ArrayList::new;
    TriFunction<String, Integer, Integer, String> sub = String::substring;
    System.out.println(parse.apply("12") + list.get().size() + sub.self().apply("hello", 1, 3)
        + fill(String[] ::new, () -> "z")[1] + fill(int[][] ::new, () -> new int[3])[0].length);
    LambdaForms me = new LambdaForms();
    Runnable inc = me.counter();
    inc.run();
    inc.run();
    Callable<Integer> throwing = () -> { throw new java.io.IOException("checked"); };
    try {
      throwing.call();
    } catch (java.io.IOException e) {
      System.out.println(me.field + " " + stat + e.getMessage());
    }
    Generic<Integer> g = x -> x + 1;
    Object o = g;
    @SuppressWarnings({"unchecked", "rawtypes"}) Number n = ((Generic) o).make(4);
    System.out.println(n + " " + (g.getClass().getInterfaces()[0] == Generic.class));
    Function<Integer, Integer>[] fact = new Function[1];
    fact[0] = x -> x < 2 ? 1 : x * fact[0].apply(x - 1);
    Supplier<Supplier<Integer>> deep = () -> { int k = 3; return () -> k + i + fact[0].apply(5); };
    System.out.println(deep.get().get() + " " + ((IntBinaryOperator) Math::max).applyAsInt(3, 4)
        + ((UnaryOperator<String>) String::trim).apply(" q ")
        + ((ObjIntConsumer<int[]>) (arr, v) -> arr[0] = v).getClass().isAnonymousClass());
    try {
      Supplier<String> nul = ((String) null)::trim;
    } catch (NullPointerException e) {
      System.out.println("bound null");
    }
  }
}
