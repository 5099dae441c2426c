import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Three threads make strings, lambdas, method handles and classes on first use, in an order that
 * depends on the schedule.
 */
public class FreshKeys {
  enum Kind { ONE, TWO }

  record Pair(String left, Object right) {}

  static volatile Object last;
  static final Map<Object, Object> map = new ConcurrentHashMap<>();

  static void texts() {
    last = "a" + map.size() + "b";
    last = last.toString().intern();
    Supplier<String> s = () -> "text";
    last = s;
    map.put("texts", s);
    last = new Pair("left", s.get()).toString();
  }

  static void handles() {
    try {
      MethodType type = MethodType.methodType(int.class);
      MethodHandle h = MethodHandles.lookup().findVirtual(String.class, "length", type);
      last = h;
      last = (int) h.invokeExact("four");
      last = type;
      map.put(type, h);
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
  }

  static void classes() {
    Function<Kind, String> f = Kind::name;
    last = Kind.TWO;
    last = f.apply(Kind.ONE);
    Map<String, Integer> m = new HashMap<>();
    for (Kind k : Kind.values()) m.merge(f.apply(k), k.ordinal(), Integer::sum);
    last = m;
    map.put("classes", f);
  }

  public static void main(String[] args) {
    new Thread(FreshKeys::texts).start();
    new Thread(FreshKeys::handles).start();
    new Thread(FreshKeys::classes).start();
  }
}
