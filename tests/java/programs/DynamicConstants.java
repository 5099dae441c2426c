import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Constants that bootstrap methods compute. make.MakeClasses writes the class file
 * MadeConstants.
 */
public class DynamicConstants {
  public String field = "start";

  public static Object text(MethodHandles.Lookup l, String name, Class<?> type) {
    System.out.println(
        "bootstrap " + name + " " + type.getSimpleName() + " " + l.lookupClass().getName());
    return name + "!";
  }

  public static int number(MethodHandles.Lookup l, String name, Class<?> type, int base) {
    System.out.println("bootstrap " + name + " " + type);
    return base + 2;
  }

  public static long wide(MethodHandles.Lookup l, String name, Class<?> type, long base) {
    return base << 33;
  }

  public static String join(MethodHandles.Lookup l, String name, Class<?> type, Object... args)
      throws Throwable {
    StringBuilder b = new StringBuilder(name);
    for (Object o : args)
      b.append('|').append(o instanceof java.lang.invoke.MethodHandle
              ? ((java.lang.invoke.MethodHandle) o).type()
              : o);
    return b.toString();
  }

  public static Object fail(MethodHandles.Lookup l, String name, Class<?> type) throws Exception {
    System.out.println("failing");
    throw new java.io.IOException("no " + name);
  }

  static Object get(int i) throws Exception {
    return Class.forName("MadeConstants").getMethod("get" + i).invoke(null);
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 12; i++)
      for (int again = 0; again < 2; again++)
        try {
          System.out.println(i + ": " + get(i));
        } catch (InvocationTargetException e) {
          System.out.println(i + ": " + e.getCause().getClass().getName() + " caused by "
              + e.getCause().getCause());
        }
    System.out.println(get(0) == get(0));
    VarHandle elements = (VarHandle) get(12), field = (VarHandle) get(13);
    int[] a = {1, 2};
    elements.set(a, 1, 9);
    DynamicConstants d = new DynamicConstants();
    System.out.println(Arrays.toString(a) + field.compareAndSet(d, "start", "end") + d.field);
  }
}
