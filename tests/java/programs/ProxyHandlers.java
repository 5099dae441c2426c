import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Dynamic proxies: arguments of all kinds, default methods, exceptions, Object's methods, several
 * interfaces.
 */
public class ProxyHandlers {
  interface Calc {
    int add(int a, long b);
    double half(float f);
    default int twice(int x) { return add(x, x); }
    String text(char c, byte b, boolean z, short s, Object... more);
    void fail() throws java.io.IOException;
  }
  interface Named { String name(); }

  public static void main(String[] args) throws Exception {
    List<String> log = new ArrayList<>();
    InvocationHandler h = (proxy, m, a) -> {
      log.add(m.getName() + (a == null ? 0 : a.length));
      switch (m.getName()) {
        case "add": return (int) a[0] + (int) (long) a[1];
        case "half": return (float) a[0] / 2.0;
        case "twice": return InvocationHandler.invokeDefault(proxy, m, a);
        case "text": return a[0] + "," + a[1] + a[2] + a[3] + ((Object[]) a[4]).length;
        case "fail": throw new java.io.IOException("declared");
        case "name": throw new Exception("undeclared");
        case "toString": return "proxy!";
        case "hashCode": return 11;
        case "equals": return proxy == a[0];
        default: return null;
      }
    };
    Calc c = (Calc) Proxy.newProxyInstance(
        ProxyHandlers.class.getClassLoader(), new Class<?>[] {Calc.class, Named.class}, h);
    System.out.println(c.add(1, 2L) + " " + c.half(3f) + " " + c.twice(4) + " "
        + c.text('c', (byte) 1, true, (short) 2, "x", 3) + c.hashCode() + c + c.equals(c)
        + c.equals("x"));
    try {
      c.fail();
    } catch (java.io.IOException e) {
      System.out.println(e.getMessage());
    }
    try {
      ((Named) c).name();
    } catch (UndeclaredThrowableException e) {
      System.out.println(e.getCause().getMessage());
    }
    System.out.println(log + " " + Proxy.isProxyClass(c.getClass())
        + (Proxy.getInvocationHandler(c) == h) + (c instanceof Named)
        + c.getClass().getInterfaces().length);
    Calc bad = (Calc) Proxy.newProxyInstance(
        ProxyHandlers.class.getClassLoader(), new Class<?>[] {Calc.class}, (p, m, a) -> "wrong");
    try {
      bad.add(1, 1);
    } catch (ClassCastException e) {
      System.out.println("CCE");
    }
    Calc none = (Calc) Proxy.newProxyInstance(
        ProxyHandlers.class.getClassLoader(), new Class<?>[] {Calc.class}, (p, m, a) -> null);
    try {
      none.add(1, 1);
    } catch (NullPointerException e) {
      System.out.println("NPE " + none.text('a', (byte) 0, false, (short) 0));
    }
    Map<?, ?> m = (Map<?, ?>) Proxy.newProxyInstance(null, new Class<?>[] {Map.class},
        (p, x, a)
            -> x.getReturnType() == int.class    ? (Object) 3
            : x.getReturnType() == boolean.class ? (Object) true
                                                 : null);
    System.out.println(m.size() + " " + m.isEmpty() + m.get(1));
    try {
      Proxy.newProxyInstance(null, new Class<?>[] {String.class}, h);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
