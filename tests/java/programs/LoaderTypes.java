import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.*;
interface SortedI { String say(); default String twice() { return say() + say(); } }
class SortedImpl implements SortedI { SortedImpl() {} public String say() { return "I"; } }
class SortedP1 { public String toString() { return "p1"; } }
class SortedP2 extends SortedP1 { }
class SortedP3 { }
class SortedP4 { static String m(SortedP5 p) { return "m" + (p == null); } }
class SortedP5 { }
class SortedP6 { String v = "six"; String get() { return v; } }
class SortedExc extends RuntimeException { SortedExc() { super("exc"); } }
class SortedExc2 extends RuntimeException { }
enum SortedEnum { ONE, TWO { String x() { return "two!"; } }; String x() { return name(); } }
record SortedRec(SortedP3 p, int n) { }
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface SortedAnn {
  String value();
  Class<?> c() default SortedP5.class;
}
@SortedAnn("ann")
class SortedAnnotated {
  @SortedAnn("f") SortedP2 field;
  void meth(SortedP3 p, SortedP5[] q) throws SortedExc2 {}
  SortedP1 ret() { return null; }
}
class SortedOneMethod { SortedP1 m(SortedP3 p, SortedP5[] q) throws SortedExc2 { return null; } }
class SortedOuter {
  private int secret = 7;
  class Inner {
    int peek() { return secret; }
  }
  static class Nest { private static int hid = 9; }
  int all() { return new Inner().peek() + Nest.hid; }
}
class SortedFld { static SortedP2 st = new SortedP2(); SortedP6 f; }
class SortedTests implements Supplier<Object> {
  public SortedTests() {}
  int n;
  public Object get() {
    switch (n++) {
      case 0: { SortedI i = new SortedImpl(); return i.twice(); }
      case 1: { SortedP1[] a = new SortedP2[2]; return a.getClass().getName(); }
      case 2: return new SortedP3[1][2].getClass();
      case 3: { Function<SortedP5, String> f = SortedP4::m; return f.apply(null); }
      case 4: {
        Supplier<SortedP6> s = SortedP6::new;
        Function<SortedP6, String> g = SortedP6::get;
        return g.apply(s.get());
      }
      case 5: try { throw new SortedExc();
        } catch (SortedExc2 | SortedExc e) { return e.getMessage(); }
      case 6:
        switch (SortedEnum.valueOf("TWO")) {
          case ONE: return 1;
          case TWO: return SortedEnum.TWO.x() + EnumSet.allOf(SortedEnum.class);
        }
      case 7: return new SortedRec(null, 3).toString();
      case 8: return SortedAnnotated.class.getAnnotation(SortedAnn.class).value();
      case 9: return SortedAnnotated.class.getAnnotation(SortedAnn.class).c().getName();
      case 10: return new SortedOuter().all();
      case 11: return SortedFld.st + "" + SortedFld.class.getDeclaredFields().length;
      case 12: { Object o = "x"; return o instanceof SortedExc2; }
      case 13: { Object o = null; return (SortedExc2) o; }
      case 14:
        return Proxy.newProxyInstance(
                   getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> null)
                   instanceof Runnable;
      case 15: return ((Comparator<SortedP1>) (x, y) -> 4).compare(null, null);
      case 16: return SortedP5[].class.getName();
      case 17: return SortedOneMethod.class.getDeclaredMethods().length;
      case 18:
        try {
          return SortedAnnotated.class.getDeclaredMethod("meth", SortedP3.class, SortedP5[].class);
        } catch (Exception e) { return e; }
      case 19: return getClass().getPackage() + "|" + getClass().getPackageName();
      case 20:
        try {
          return MethodHandles.lookup()
              .findVirtual(SortedP6.class, "get", MethodType.methodType(String.class))
              .invoke(new SortedP6());
        } catch (Throwable e) { return e; }
      case 21:
        try {
          return MethodType.fromMethodDescriptorString(
              "(LSartedExc2;)V", getClass().getClassLoader());
        } catch (Throwable e) { return e; }
      case 22: return new Object() { public String toString() { return "anon" + n; } };
      case 23: return SortedRec.class.getRecordComponents()[0].toString();
      case 24: try { return Class.forName("SartedP3").getName(); } catch (Exception e) { return e; }
      case 25: try { return Class.forName("[LSartedP3;").getName();
        } catch (Exception e) { return e; }
      case 26: try { return Class.forName("SartedNone"); } catch (Exception e) { return e; }
      case 27: try { return Class.forName("[LSartedNone;"); } catch (Exception e) { return e; }
      case 28: try { return new SortedGone();
        } catch (Throwable e) { return e + "," + e.getCause(); }
      default: return null;
    }
  }
}
class SortedGone {}
/**
 * Code may name classes that its loader does not have yet: in descriptors, arrays, constants for
 * lambdas, records, annotations and reflection. The loader gets each request at the same time and
 * in the same order as on the JVM.
 */
public class LoaderTypes extends ClassLoader {
  static byte[] bytes(String name) throws IOException {
    try (InputStream in = LoaderTypes.class.getResourceAsStream(name + ".class")) {
      if (in == null || name.endsWith("Gone")) throw new IOException("none");
      String s = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return s.replace("Sorted", "Sarted").getBytes(StandardCharsets.ISO_8859_1);
    }
  }
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    System.out.println("find " + name);
    try {
      byte[] b = bytes(name.replace("Sarted", "Sorted"));
      return defineClass(name, b, 0, b.length);
    } catch (IOException e) { throw new ClassNotFoundException(name); }
  }
  static Supplier<?> fresh() throws ReflectiveOperationException {
    Constructor<?> c = new LoaderTypes().loadClass("SartedTests").getConstructor();
    c.setAccessible(true);
    return (Supplier<?>) c.newInstance();
  }

  static void step(Supplier<?> s, int i) {
    try {
      System.out.println(i + ": " + s.get());
    } catch (Throwable t) {
      System.out.println(i + " threw " + t);
    }
  }

  public static void main(String[] args) throws Exception {
    Supplier<?> s = fresh();
    for (int i = 0; i < 29; i++) step(s, i);
  }
}
