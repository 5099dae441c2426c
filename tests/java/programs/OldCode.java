import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Instructions that javac no longer emits, in a class file of version 46 that
 * make.MakeClasses writes.
 */
public class OldCode {
  public static void say(int i) { System.out.println("finally " + i); }

  static Object call(String name, Object... args) throws Exception {
    for (Method m : Class.forName("MadeOldCode").getMethods())
      if (m.getName().equals(name)) return m.invoke(null, args);
    return null;
  }

  public static void main(String[] args) throws Exception {
    System.out.println(call("finallyBlock", 7));
    try {
      call("finallyBlock", 0);
    } catch (InvocationTargetException e) {
      System.out.println(e.getCause().getMessage());
    }
    System.out.println(call("nested") + " " + call("wide", 41L) + " " + call("shuffle") + " "
        + call("far", 1) + " " + call("far", -1));
    System.out.println(call("shuffleWide", 100L, 30L));
  }
}
