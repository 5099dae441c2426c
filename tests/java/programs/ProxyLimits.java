import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Interfaces that no proxy can implement. */
public class ProxyLimits {
  public interface Count {
    int count(int n);
  }

  sealed interface Shape permits Circle {}

  record Circle(int radius) implements Shape {}

  static class Next implements InvocationHandler {
    public Object invoke(Object proxy, Method m, Object[] args) {
      return (Integer) args[0] + 1;
    }
  }

  static void refused(Class<?>... interfaces) {
    try {
      Proxy.newProxyInstance(ProxyLimits.class.getClassLoader(), interfaces, new Next());
      System.out.println("a proxy");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) {
    refused(Shape.class);
    refused(Count.class, Runnable.class, Count.class);
    refused(String.class);
    refused(Count.class, Runnable.class);
  }
}
