import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Events without a cause: spurious wakeups of wait, await and park, and spurious failures of a
 * weak compare-and-set. Each program has a twin that tolerates them.
 */
public class Spurious {
  static final Object LOCK = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();
  static final AtomicInteger number = new AtomicInteger();
  static volatile boolean over;
  static volatile boolean flag;
  static boolean ready;

  static void check(boolean good, String what) {
    if (!good) throw new IllegalStateException(what);
  }

  static void waits(boolean again, long millis) throws InterruptedException {
    new Thread(() -> {
      synchronized (LOCK) {
        ready = true;
        LOCK.notifyAll();
      }
    }).start();
    synchronized (LOCK) {
      if (again) {
        while (!ready) LOCK.wait(millis);
      } else if (!ready) {
        LOCK.wait(millis);
      }
      check(ready, "not ready");
    }
  }

  static void awaits(boolean again, long nanos) throws InterruptedException {
    new Thread(() -> {
      lock.lock();
      ready = true;
      changed.signal();
      lock.unlock();
    }).start();
    lock.lock();
    do {
      if (ready) break;
      if (nanos > 0) changed.awaitNanos(nanos);
      else changed.await();
    } while (again);
    check(ready, "not ready");
    lock.unlock();
  }

  static void parks(boolean again) {
    Thread main = Thread.currentThread();
    new Thread(() -> {
      flag = true;
      LockSupport.unpark(main);
    }).start();
    do {
      if (flag) break;
      LockSupport.park();
    } while (again);
    check(flag, "not ready");
  }

  /** Needs two spurious wakeups. */
  static void twice() throws InterruptedException {
    new Thread(() -> {
      synchronized (LOCK) {
        ready = true;
        LOCK.notifyAll();
      }
    }).start();
    synchronized (LOCK) {
      for (int i = 0; i < 2 && !ready; i++) LOCK.wait();
      check(ready, "not ready");
    }
  }

  static void weak(boolean again) {
    boolean done = number.weakCompareAndSetVolatile(0, 1);
    while (again && !done) done = number.weakCompareAndSetVolatile(0, 1);
    check(done && number.get() == 1, "failed");
  }

  /**
   * The path with a spurious failure reaches the other thread's end sooner; nothing else tells the
   * two paths apart.
   */
  static void saved() {
    new Thread(() -> { while (!over) Thread.onSpinWait(); }).start();
    if (number.weakCompareAndSetVolatile(0, 1))
      while (!number.weakCompareAndSetVolatile(1, 0));
    over = true;
    check(number.weakCompareAndSetVolatile(0, 1), "failed");
  }

  static void strong() {
    check(number.compareAndSet(0, 1) && number.getAndIncrement() == 1, "failed");
  }

  /** No thread wakes it: a possible spurious wakeup does not count as progress. */
  static void lost() throws InterruptedException {
    synchronized (LOCK) {
      LOCK.wait();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    boolean again = args.length > 1;
    switch (args[0]) {
      case "wait": waits(again, 0); break;
      case "waitTimed": waits(again, 60_000); break;
      case "await": awaits(again, 0); break;
      case "awaitNanos": awaits(again, 60_000_000_000L); break;
      case "park": parks(again); break;
      case "twice": twice(); break;
      case "weak": weak(again); break;
      case "saved": saved(); break;
      case "strong": strong(); break;
      case "lost": lost(); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
