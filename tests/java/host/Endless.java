import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Never ends. Argument: "loop" loops, "calls" only calls, never deeply, "locked" the same with
 * a lock, "handles" the same with method handles, "throws" jumps from a handler to itself, "heap"
 * keeps more and more objects, "deep" recurses, "states" counts in a field.
 */
public class Endless {
  static int depth;
  static volatile long count;
  static Object kept;

  static int deep(int n) {
    depth++;
    return deep(n + 1) + 1;
  }

  static int calls(int n) {
    return n == 0 ? 0 : calls(n - 1) + calls(n - 1);
  }

  static synchronized int locked(int n) {
    return n == 0 ? 0 : locked(n - 1) + locked(n - 1);
  }

  static final MethodHandle HANDLE = handle();

  static MethodHandle handle() {
    try {
      return MethodHandles.lookup().findStatic(
          Endless.class, "handles", MethodType.methodType(int.class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static synchronized int handles(int n) throws Throwable {
    return n == 0 ? 0 : (int) HANDLE.invokeExact(n - 1) + (int) HANDLE.invokeExact(n - 1);
  }

  static void heap() {
    try {
      while (true) {
        kept = new Object[] {kept, new byte[100_000]};
      }
    } catch (OutOfMemoryError e) {
      kept = null;
      System.out.println("OutOfMemoryError");
    }
  }

  public static void main(String[] args) throws Throwable {
    switch (args[0]) {
      case "heap":
        heap();
        break;
      case "calls":
        System.out.println(calls(60));
        break;
      case "locked":
        System.out.println(locked(60));
        break;
      case "handles":
        System.out.println(handles(60));
        break;
      case "throws":
        ThrowsForEver.make().getMethod("run").invoke(null);
        break;
      case "deep":
        try {
          deep(0);
        } catch (StackOverflowError e) {
          System.out.println("StackOverflowError " + (depth > 1000));
        }
        break;
      case "states":
        new Thread(() -> count = -1).start();
        while (true) {
          count++;
        }
      default:
        for (long x = 0; ; x++) {
          if (x < 0) {
            System.out.println(x);
          }
        }
    }
  }
}
