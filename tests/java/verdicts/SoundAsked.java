import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Each query or action of a thread has its own place among the actions of others. The first case
 * queries right after a start; the second acts right after a write.
 */
public class SoundAsked {
  static int x;
  static volatile int v;
  static volatile boolean go;
  static final int[] cells = new int[1];
  static final VarHandle X;

  static {
    try {
      X = MethodHandles.lookup().findStaticVarHandle(SoundAsked.class, "x", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void act(String what, Thread main) {
    switch (what) {
      case "interrupted": main.interrupt(); return;
      case "get": case "cas": case "update": x = 1; return;
      default: return;
    }
  }

  static boolean ask(String what, Thread other) {
    switch (what) {
      case "state": return other.getState() == Thread.State.TERMINATED;
      case "count": return Thread.activeCount() == 1;
      case "list": return Thread.enumerate(new Thread[4]) == 1;
      case "interrupted": return Thread.currentThread().isInterrupted();
      case "get": return (int) X.get() == 1;
      case "cas": return X.compareAndSet(1, 2);
      case "update": return (int) X.getAndAdd(1) == 1;
      default: throw new IllegalArgumentException(what);
    }
  }

  static boolean affect(String what, Thread other) {
    switch (what) {
      case "interrupt": other.interrupt(); return true;
      case "put": X.set(1); return true;
      case "element": cells[0] = 1; return true;
      default: return false;
    }
  }

  static boolean affected(String what) {
    return what.equals("put")    ? x == 1
        : what.equals("element") ? cells[0] == 1
                                 : Thread.currentThread().isInterrupted();
  }

  public static void main(String[] args) {
    String what = args[0];
    Thread main = Thread.currentThread(), other = new Thread(() -> {
      if (go && !affected(what)) throw new IllegalStateException("between");
      act(what, main);
    });
    other.start();
    if (what.equals("interrupt") || what.equals("put") || what.equals("element")) {
      go = true;
      affect(what, other);
    } else if (ask(what, other)) {
      throw new IllegalStateException("between");
    }
  }
}
