import java.util.*;
import java.util.function.*;
import java.io.*;
public class CallSites {
  interface Marker {}
  interface IntLong { long f(int a); }
  interface ObjInt { int f(Object o); }
  interface Three<A,B,C,R> { R f(A a, B b, C c); }
  interface VoidI { void f(String s); }
  interface DblBox { Double f(int x); }
  interface CharInt { int f(char c); }
  static long widen(long x) { return x * 2; }
  static Integer boxed(int x) { return x + 1; }
  static String cat(String a, Object b, int c) { return a + b + c; }
  int field = 7;
  private int priv(int a) { return field + a; }
  CallSites() {}
  CallSites(int f) { field = f; }
  int[] arr(int n) { return new int[n]; }
  static class Sub extends CallSites {
    String name() { return "sub"; }
    Supplier<String> sup() { return super::toString; }
  }
  public String toString() { return "CallSites:" + field; }
  String name() { return "base"; }
  record P(int x, String s) {}
  static <T extends Comparable<T>> T max(List<T> l, BinaryOperator<T> op) {
    return l.stream().reduce(op).get();
  }
  interface Gen<T> { T get(T t); }
  interface GenS extends Gen<String> { String get(String s); }
  static void takes(Gen<String> g) { System.out.println(g.get("zz")); }
  public static void main(String[] args) throws Throwable {
    Function<String,Integer> len = String::length;
    System.out.println(len.apply("abcd"));
    IntLong il = CallSites::widen; System.out.println(il.f(21));
    IntUnaryOperator iu = CallSites::boxed; System.out.println(iu.applyAsInt(4));
    Supplier<CallSites> c0 = CallSites::new; System.out.println(c0.get());
    IntFunction<CallSites> c1 = CallSites::new; System.out.println(c1.apply(99));
    IntFunction<int[]> ia = int[]::new; System.out.println(ia.apply(3).length);
    Function<Integer,String[]> sa = String[]::new; System.out.println(sa.apply(4).length);
    CallSites t = new CallSites(5);
    IntUnaryOperator bound = t::priv; System.out.println(bound.applyAsInt(10));
    ToIntFunction<CallSites> unb = x -> x.priv(1); System.out.println(unb.applyAsInt(t));
    BiFunction<CallSites, Integer, Integer> unb2 = CallSites::priv;
    System.out.println(unb2.apply(t, 3));
    Three<String,Object,Integer,String> th = CallSites::cat; System.out.println(th.f("a", null, 3));
    VoidI v = new ArrayList<String>()::add; v.f("x");
    VoidI v2 = System.out::println; v2.f("printed");
    DblBox db = x -> x * 1.5; System.out.println(db.f(3));
    CharInt ci = Character::getNumericValue; System.out.println(ci.f('7'));
    CharInt ci2 = c -> c; System.out.println(ci2.f('A'));
    ToLongFunction<Integer> tl = Integer::intValue; System.out.println(tl.applyAsLong(12));
    ToDoubleFunction<Integer> td = i -> i; System.out.println(td.applyAsDouble(12));
    Function<Object,String> os = Object::toString; System.out.println(os.apply(t));
    Supplier<String> sup = new Sub().sup(); System.out.println(sup.get());
    Comparator<String> cmp = String::compareTo; System.out.println(cmp.compare("a","b"));
    Comparator<P> cp = Comparator.comparing(P::x).thenComparing(P::s).reversed();
    System.out.println(cp.compare(new P(1,"a"), new P(1,"b")));
    System.out.println(max(Arrays.asList(3,9,2), Integer::max));
    long cap = 1L << 40;
    double cd = 2.5;
    float cf = 1.5f;
    byte cb = 3;
    short cs = 4;
    char cc = 'c';
    boolean cz = true;
    String cstr = "S";
    int ci3 = 8;
    Supplier<String> many = () -> "" + cap + cd + cf + cb + cs + cc + cz + cstr + ci3;
    System.out.println(many.get());
    Runnable r = (Runnable & Serializable & Marker) () -> System.out.println("ser " + cap);
    r.run(); System.out.println((r instanceof Serializable) + " " + (r instanceof Marker));
    GenS gs = s -> s + "!"; takes(gs);
    try {
      String nul = null;
      Supplier<Integer> q = nul::length;
      System.out.println("bad");
    } catch (NullPointerException e) { System.out.println("NPE"); }
    try {
      ((Function) len).apply(3);
      System.out.println("bad");
    } catch (ClassCastException e) { System.out.println("CCE " + e.getMessage().substring(0, 60)); }
    Supplier<Supplier<String>> nest = () -> () -> "nested" + t.field;
    System.out.println(nest.get().get());
    Callable2 z = () -> { throw new IOException("io"); };
    try {
      z.call();
    } catch (IOException e) {
      System.out.println(e.getMessage());
      for (StackTraceElement s : e.getStackTrace())
        System.out.println("  " + s.getMethodName() + ":" + s.getLineNumber());
    }
    Runnable a1 = null;
    for (int i = 0; i < 2; i++) {
      Runnable n = () -> {};
      if (a1 != null) System.out.println(a1 == n);
      a1 = n;
    }
    BooleanSupplier bs = "abc"::isEmpty; System.out.println(bs.getAsBoolean());
    Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
    System.out.println(add.apply(3).apply(4));
    IntBinaryOperator ib = Math::max; System.out.println(ib.applyAsInt(3, 8));
    Supplier<Object> so = t::name; System.out.println(so.get());
    UnaryOperator<Integer> uo = Math::abs; System.out.println(uo.apply(-4));
    LongFunction<Object> lf = Long::valueOf; System.out.println(lf.apply(5L));
    DoubleUnaryOperator du = Math::abs; System.out.println(du.applyAsDouble(-3.5));
    Function<int[], Object> cl = int[] ::clone;
    System.out.println(((int[]) cl.apply(new int[] {1, 2})).length);
    ObjInt oi = o -> (Integer) o; System.out.println(oi.f(55));
  }
  interface Callable2 { void call() throws IOException; }
}
