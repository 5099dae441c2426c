import gov.nasa.jpf.vm.Verify;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/** Choices at operations that no other thread can observe. */
public class SpuriousUnseen {
  static final VarHandle VALUE;
  int value;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(SpuriousUnseen.class, "value", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void check(boolean good) {
    if (!good) throw new IllegalStateException("failed");
  }

  /** The first operation of a thread, or its first operation after it takes a lock. */
  static void begins(boolean locked) throws InterruptedException {
    AtomicInteger n = new AtomicInteger();
    Thread t = new Thread(() -> {
      if (locked) {
        synchronized (n) {
          check(n.weakCompareAndSetVolatile(0, 1));
        }
      } else {
        check(n.weakCompareAndSetVolatile(0, 1));
      }
    });
    synchronized (n) {
      t.start();
    }
    t.join();
  }

  /** Objects that no other thread can reach. */
  static void own(String what) {
    switch (what) {
      case "field": check(VALUE.weakCompareAndSet(new SpuriousUnseen(), 0, 1)); break;
      case "plain": check(new AtomicInteger().weakCompareAndSetPlain(0, 1)); break;
      case "array": check(new AtomicIntegerArray(2).weakCompareAndSetAcquire(1, 0, 1)); break;
      default: check(new AtomicReference<String>().weakCompareAndSetRelease(null, "a"));
    }
  }

  /** A later operation of a section, not its first. */
  static void section() {
    AtomicInteger n = new AtomicInteger();
    new Thread(() -> n.get()).start();
    Verify.beginAtomic();
    check(n.get() == 0 && n.weakCompareAndSetVolatile(0, 1));
    Verify.endAtomic();
  }

  /** An hour passes between main's reading of the clock and the thread's. */
  static void clock() throws InterruptedException {
    long before = System.nanoTime();
    Thread t = new Thread(() -> check(System.nanoTime() - before < 60_000_000_000L));
    t.start();
    t.join();
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "begins": begins(args.length > 1); break;
      case "section": section(); break;
      case "clock": clock(); break;
      case "own": own(args[1]); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
