import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import sun.misc.Unsafe;

/**
 * Calls every method of the given class on objects made without a constructor, and prints the
 * result of each call.
 */
class Execute {
  private static Unsafe unsafe() throws ReflectiveOperationException {
    var field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return (Unsafe) field.get(null);
  }

  private static Object argument(Class<?> t, int k) {
    if (t == int.class) return k;
    if (t == long.class) return (long) k;
    if (t == short.class) return (short) k;
    if (t == byte.class) return (byte) k;
    if (t == char.class) return (char) k;
    if (t == boolean.class) return k != 0;
    if (t == float.class) return (float) k;
    if (t == double.class) return (double) k;
    if (k == 0) return null;
    if (t == String.class || t == Object.class) return "s" + k;
    if (t == int[].class) return new int[] {k, 2, 3};
    if (t == Object[].class) return new Object[] {k, "x"};
    return t == String[].class ? new String[] {"a", "b"} : null;
  }

  private static String shown(Object o) {
    if (o == null) return "null";
    if (o instanceof Number || o instanceof String || o instanceof Character
        || o instanceof Boolean)
      return o.getClass().getSimpleName() + " " + o;
    if (o.getClass().isArray()) return o.getClass().getName() + " " + Array.getLength(o);
    return o.getClass().getName().replaceAll("\\$\\$.*|\\$Lambda.*", "");
  }

  private static String text(Throwable t) {
    String message = t.getMessage();
    return t.getClass().getName()
        + (message == null ? "" : ": " + message.split("\n")[0].replaceAll("@[0-9a-f]+", "@"));
  }

  private static String call(Class<?> c, Method m, int k) {
    try {
      m.setAccessible(true);
      Object self = Modifier.isStatic(m.getModifiers()) ? null : unsafe().allocateInstance(c);
      Object[] arguments = Arrays.stream(m.getParameterTypes()).map(t -> argument(t, k)).toArray();
      return shown(m.invoke(self, arguments));
    } catch (InvocationTargetException e) {
      return "threw " + text(e.getCause());
    } catch (Throwable e) {
      return "failed: " + text(e);
    }
  }

  public static void main(String[] args) {
    try {
      Class<?> c = Class.forName(args[0]);
      Method[] methods = c.getDeclaredMethods();
      Arrays.sort(methods,
          Comparator.comparing(
              (Method m)
                  -> m.getName() + Arrays.toString(m.getParameterTypes()) + m.getReturnType()));
      for (Method m : methods)
        for (int k = 0; k < 3; k++) System.out.println(m.getName() + " " + k + " " + call(c, m, k));
    } catch (Throwable e) {
      System.out.println(e.getClass().getName());
    }
  }
}
