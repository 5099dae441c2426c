// only here: the native method behind Object.wait has another name in later releases, and its own frame below
import java.lang.reflect.Array;

/**
 * Native methods appear in the stack traces of exceptions that they throw, but not of exceptions
 * due to errors of their callers.
 */
public class NativeFrames {
  interface Action {
    void run() throws Exception;
  }

  static void show(String what, Action a) {
    try {
      a.run();
      System.out.println(what + ": nothing");
    } catch (Throwable e) {
      StackTraceElement top = e.getStackTrace()[0];
      System.out.println(what + ": " + e + " at " + top
          + (top.isNativeMethod() ? ", native, line " + top.getLineNumber() : ""));
    }
  }

  static Object nothing() {
    return null;
  }

  public static void main(String[] args) throws Exception {
    int[] one = new int[1];
    Object lock = new Object();
    show("arraycopy", () -> System.arraycopy(one, 0, one, 0, 5));
    show("null to arraycopy", () -> System.arraycopy(null, 0, one, 0, 1));
    show("wait without monitor", () -> lock.wait(1));
    show("notify without monitor", lock::notify);
    show("negative length", () -> Array.newInstance(int.class, -1));
    show("array length", () -> Array.getLength("no array"));
    show("clone", () -> new NativeFrames().copy());
    show("null receiver of a native method", () -> nothing().notify());
    show("null receiver of another", () -> nothing().hashCode());
    show("made by bytecode", () -> {
      throw new IllegalStateException("here");
    });
    StackTraceElement[] trace = new Throwable().getStackTrace();
    System.out.println(trace.length + " " + trace[0]);
  }

  Object copy() throws CloneNotSupportedException {
    return super.clone();
  }
}
