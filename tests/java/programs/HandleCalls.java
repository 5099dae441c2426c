import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
public class HandleCalls {
  int f = 3; static int sf = 4;
  public HandleCalls() {} public HandleCalls(int x) { f = x; }
  public String hi(String s, int n) { return s + n + f; }
  public static long add(int a, long b) { return a + b; }
  public static void boom() { throw new IllegalStateException("boom"); }
  private int secret() { return 42; }
  public static double mix(
      byte b, short s, char c, long l, float f, double d, boolean z, Object o) {
    return b + s + c + l + f + d + (z ? 1 : 0);
  }
  interface Sh { default String d() { return "def"; } static int st() { return 6; } String abs(); }
  static class ShI implements Sh { public String abs() { return "abs"; } }
  static abstract class Ab { public Ab() {} }
  enum En { A, B }
  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup k = MethodHandles.lookup();
    System.out.println(k.lookupClass());
    HandleCalls t = new HandleCalls(8);
    MethodHandle hi = k.findVirtual(
        HandleCalls.class, "hi", MethodType.methodType(String.class, String.class, int.class));
    System.out.println((String) hi.invokeExact(t, "x", 5));
    System.out.println(hi.invoke(t, "x", (byte) 5));
    Object r = hi.invoke((Object) t, (Object) "y", Integer.valueOf(6));
    System.out.println(r);
    System.out.println(hi.type());
    MethodHandle add = k.findStatic(
        HandleCalls.class, "add", MethodType.methodType(long.class, int.class, long.class));
    System.out.println((long) add.invokeExact(1, 2L) + " " + (long) add.invoke(1, 2) + " "
        + add.invokeWithArguments(3, 4) + " " + add.invokeWithArguments(Arrays.asList(3, 4L)));
    try {
      long x = (long) add.invokeExact(1, 2);
    } catch (WrongMethodTypeException e) { System.out.println(e.getMessage()); }
    try {
      add.invoke("x", 2);
    } catch (WrongMethodTypeException e) {
      System.out.println("WMT");
    } catch (ClassCastException e) { System.out.println("CCE"); }
    try { add.invoke((Object) "x", 2); } catch (ClassCastException e) { System.out.println("CCE"); }
    MethodHandle ctor =
        k.findConstructor(HandleCalls.class, MethodType.methodType(void.class, int.class));
    System.out.println(((HandleCalls) ctor.invokeExact(77)).f);
    MethodHandle g = k.findGetter(HandleCalls.class, "f", int.class),
                 s = k.findSetter(HandleCalls.class, "f", int.class),
                 sg = k.findStaticGetter(HandleCalls.class, "sf", int.class),
                 sst = k.findStaticSetter(HandleCalls.class, "sf", int.class);
    s.invokeExact(t, 123);
    sst.invoke(456);
    System.out.println((int) g.invokeExact(t) + " " + (int) sg.invokeExact());
    MethodHandle bound = hi.bindTo(t);
    System.out.println((String) bound.invokeExact("b", 1) + bound.type());
    MethodHandle at = add.asType(MethodType.methodType(Object.class, Integer.class, Object.class));
    System.out.println(at.invoke(4, (Object) 5L));
    MethodHandle ins = MethodHandles.insertArguments(add, 1, 50L);
    System.out.println((long) ins.invokeExact(1));
    MethodHandle dr = MethodHandles.dropArguments(add, 1, String.class);
    System.out.println((long) dr.invokeExact(1, "q", 5L));
    MethodHandle len = k.findVirtual(String.class, "length", MethodType.methodType(int.class));
    MethodHandle fr = MethodHandles.filterReturnValue(hi, len);
    System.out.println((int) fr.invokeExact(t, "abc", 1));
    System.out.println((String) MethodHandles.constant(String.class, "K").invokeExact()
        + MethodHandles.identity(int.class).invoke(5));
    MethodHandle ie = k.findVirtual(String.class, "isEmpty", MethodType.methodType(boolean.class)),
                 up = k.findVirtual(
                     String.class, "toUpperCase", MethodType.methodType(String.class)),
                 tr = k.findVirtual(String.class, "trim", MethodType.methodType(String.class));
    System.out.println((String) MethodHandles.guardWithTest(ie, tr, up).invokeExact("abc"));
    MethodHandle un = k.unreflect(HandleCalls.class.getDeclaredMethod("secret"));
    System.out.println((int) un.invoke(t));
    MethodHandle sh = k.findVirtual(Sh.class, "abs", MethodType.methodType(String.class));
    System.out.println((String) sh.invoke((Sh) new ShI()));
    try {
      k.findVirtual(HandleCalls.class, "nope", MethodType.methodType(int.class, String[].class));
    } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
    try {
      MethodHandle bm = k.findStatic(HandleCalls.class, "boom", MethodType.methodType(void.class));
      bm.invoke();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage() + " " + e.getStackTrace().length);
    }
    System.out.println(MethodType.methodType(int.class, String.class)
        == MethodType.methodType(int.class, String.class));
    System.out.println(MethodType.genericMethodType(2) + " "
        + MethodType.methodType(void.class).toMethodDescriptorString()
        + MethodType.methodType(int.class, long.class).wrap());
    // reflection
    Method m = HandleCalls.class.getMethod("hi", String.class, int.class);
    System.out.println(m.invoke(t, "r", 3));
    Method ma = HandleCalls.class.getMethod("add", int.class, long.class);
    System.out.println(ma.invoke(null, 3, 4) + " " + ma.invoke(null, (byte) 3, 'c'));
    Method mm = HandleCalls.class.getMethod("mix", byte.class, short.class, char.class, long.class,
        float.class, double.class, boolean.class, Object.class);
    System.out.println(mm.invoke(null, (byte) 1, (byte) 2, 'a', 4, 5L, 6f, true, null));
    try {
      ma.invoke(null, 3);
    } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try {
      ma.invoke(null, 3L, 3);
    } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { m.invoke(null, "r", 3); } catch (NullPointerException e) { System.out.println("NPE"); }
    try {
      m.invoke("str", "r", 3);
    } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try {
      HandleCalls.class.getMethod("boom").invoke(null);
    } catch (InvocationTargetException e) {
      System.out.println(e.getCause() + " " + e.getMessage());
    }
    Method sec = HandleCalls.class.getDeclaredMethod("secret");
    sec.setAccessible(true);
    System.out.println(sec.invoke(t));
    Constructor<HandleCalls> c = HandleCalls.class.getConstructor(int.class);
    System.out.println(c.newInstance(31).f);
    System.out.println(HandleCalls.class.getDeclaredConstructor().newInstance().f);
    try {
      Ab.class.getConstructor().newInstance();
    } catch (InstantiationException e) { System.out.println(e); }
    System.out.println(
        Sh.class.getMethod("d").invoke(new ShI()) + " " + Sh.class.getMethod("st").invoke(null));
    System.out.println(Arrays.toString((En[]) En.class.getMethod("values").invoke(null)));
    System.out.println(int[].class.getMethod("getClass").invoke(new int[0]));
    Field fl = HandleCalls.class.getDeclaredField("f");
    fl.setInt(t, 5);
    System.out.println(fl.get(t));
  }
}
