import java.lang.reflect.*;
import java.lang.annotation.*;
import java.io.*;
import java.util.*;
public class Proxies {
  @Retention(RetentionPolicy.RUNTIME)
  @interface An {
    int value() default 3;
    String name() default "n";
    Class<?> k() default String.class;
    int[] arr() default {1, 2};
  }
  @An(value = 7, name = "q") static class X {}
  interface I {
    int a(int x, long y);
    String s();
    void v() throws IOException;
    default int d() { return 5; }
    double dd(double z, Object... o);
  }
  public static void main(String[] args) throws Throwable {
    InvocationHandler h = (p, m, a) -> {
      System.out.println(m.getName() + " " + (a == null ? "null" : a.length) + " "
          + m.getDeclaringClass().getSimpleName());
      switch (m.getName()) {
        case "a": return (Integer) a[0] + ((Long) a[1]).intValue();
        case "s": return "str";
        case "v": throw new IOException("io");
        case "d": return 9;
        case "dd": return 2.5;
        case "hashCode": return 5;
        case "equals": return p == a[0];
        default: return "proxy";
      }
    };
    I i = (I) Proxy.newProxyInstance(
        Proxies.class.getClassLoader(), new Class<?>[] {I.class, Comparable.class}, h);
    System.out.println(i.a(3, 4L) + i.s() + i.d() + i.dd(1, 2, 3) + i.hashCode() + i.equals(i)
        + i.equals("x") + i);
    try { i.v(); } catch (IOException e) { System.out.println(e.getMessage()); }
    I j = (I) Proxy.newProxyInstance(
        Proxies.class.getClassLoader(), new Class<?>[] {I.class}, (p, m, a) -> {
          if (m.getName().equals("s")) throw new Exception("ck");
          if (m.getName().equals("d")) return null;
          return "wrong";
        });
    try { j.s(); } catch (UndeclaredThrowableException e) { System.out.println(e.getCause()); }
    try { j.d(); } catch (NullPointerException e) { System.out.println("NPE"); }
    try { j.a(1, 2); } catch (ClassCastException e) { System.out.println("CCE"); }
    System.out.println(Proxy.isProxyClass(j.getClass()) + " " + Proxy.isProxyClass(String.class)
        + (Proxy.getInvocationHandler(i) == h) + (i instanceof Comparable));
    An an = X.class.getAnnotation(An.class);
    System.out.println(
        an.value() + an.name() + an.k() + an.arr().length + " " + an.annotationType());
    // The order of members in its text follows the JVM's method table, which varies between runs.
    System.out.println(an.toString().length() + " " + an.equals(X.class.getAnnotation(An.class)));
    System.out.println(int[].class.getMethod("getClass").invoke(new int[0]));
    System.out.println(String.class.getMethod("length").invoke("abc"));
    System.out.println(Arrays.asList(X.class.getAnnotations()).size());
  }
}
