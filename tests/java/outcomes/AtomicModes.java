// outcome: 3 true false
// outcome: 3 false true

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Updates by VarHandle, field updater and AtomicInteger are atomic. If two threads compareAndSet
 * from the same value, exactly one succeeds.
 */
public class AtomicModes {
  int field;
  volatile int updated;
  static final VarHandle FIELD;
  static final AtomicIntegerFieldUpdater<AtomicModes> UPDATER =
      AtomicIntegerFieldUpdater.newUpdater(AtomicModes.class, "updated");

  static {
    try {
      FIELD = MethodHandles.lookup().findVarHandle(AtomicModes.class, "field", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    AtomicModes m = new AtomicModes();
    AtomicInteger sum = new AtomicInteger();
    boolean[] won = new boolean[2];
    Thread a = new Thread(() -> {
      won[0] = FIELD.compareAndSet(m, 0, 1);
      UPDATER.addAndGet(m, 1);
    });
    Thread b = new Thread(() -> {
      won[1] = FIELD.compareAndSet(m, 0, 2);
      UPDATER.addAndGet(m, 2);
    });
    a.start();
    b.start();
    a.join();
    b.join();
    sum.addAndGet(m.updated);
    System.out.println(sum + " " + won[0] + " " + won[1]);
  }
}
