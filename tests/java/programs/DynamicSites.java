import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.reflect.InvocationTargetException;

/**
 * invokedynamic with bootstrap methods of the program's own. make.MakeClasses writes the class
 * file MadeSites.
 */
public class DynamicSites {
  static MutableCallSite counter;
  static int turn;

  static int add(int a, int b) { return a + b; }
  static String mix(long l, double d, String s) { return l + "/" + d + "/" + s; }

  public static CallSite constant(MethodHandles.Lookup l, String name, MethodType type)
      throws Exception {
    System.out.println("link " + name + type + " for " + l.lookupClass().getName());
    return new ConstantCallSite(MethodHandles.lookup().findStatic(DynamicSites.class, name, type));
  }

  public static CallSite mutable(
      MethodHandles.Lookup l, String name, MethodType type, Object... args) {
    System.out.println("link " + name + " " + args.length + " " + args[2]);
    counter = new MutableCallSite(MethodHandles.constant(String.class, args[0]));
    return counter;
  }

  public static CallSite many(MethodHandles.Lookup l, String name, MethodType type, int i, long j,
      double d, String s, Class<?> c, MethodHandle h, MethodType t, int last) {
    System.out.println(
        i + " " + j + " " + d + " " + s + " " + c + " " + h.type() + " " + t + " " + last);
    return new ConstantCallSite(h);
  }

  public static CallSite failing(MethodHandles.Lookup l, String name, MethodType type)
      throws Exception {
    System.out.println("failing once");
    throw new java.io.IOException("not today");
  }

  public static CallSite error(MethodHandles.Lookup l, String name, MethodType type) {
    throw new AssertionError("an error goes through");
  }

  public static CallSite wrongType(MethodHandles.Lookup l, String name, MethodType type) {
    return new ConstantCallSite(MethodHandles.constant(int.class, 1));
  }

  public static CallSite none(MethodHandles.Lookup l, String name, MethodType type) {
    return null;
  }

  public static void main(String[] args) throws Throwable {
    Class<?> made = Class.forName("MadeSites");
    MethodHandle add = MethodHandles.lookup().findStatic(
        made, "add", MethodType.methodType(int.class, int.class, int.class));
    System.out.println((int) add.invokeExact(2, 3) + (int) add.invokeExact(40, 5));
    System.out.println(made.getMethod("next").invoke(null));
    counter.setTarget(MethodHandles.constant(String.class, "changed"));
    System.out.println(
        made.getMethod("next").invoke(null) + " " + counter.dynamicInvoker().invoke());
    System.out.println(
        made.getMethod("mix", long.class, double.class, String.class).invoke(null, 5L, 2.5, "s")
        + " " + made.getMethod("many", int.class).invoke(null, 8));
    for (int i = 0; i < 4; i++)
      for (int again = 0; again < 2; again++)
        try {
          made.getMethod("fault" + i).invoke(null);
        } catch (InvocationTargetException e) {
          Throwable t = e.getCause();
          System.out.println(t.getClass().getName()
              + (again > 0 ? " again"
                           : ": "
                          + (t.getCause() == null ? t.getMessage()
                                                  : t.getCause().getClass().getName()
                                      + (i == 0 ? t.getCause().getMessage() : ""))));
        }
  }
}
