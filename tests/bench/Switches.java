import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads work a number of rounds each; the program always fails at its end. */
public class Switches {
  private static final ReentrantLock lock = new ReentrantLock();
  private static final AtomicInteger atomic = new AtomicInteger();
  private static int shared;
  private static volatile int seen;

  private static synchronized void enter() {
    shared++;
  }

  private static void work(String what) {
    switch (what) {
      case "volatile": seen++; break;
      case "monitor": enter(); break;
      case "atomic": atomic.incrementAndGet(); break;
      case "lock":
        lock.lock();
        try {
          shared++;
        } finally {
          lock.unlock();
        }
        break;
      default: throw new IllegalArgumentException(what);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = Integer.parseInt(args[1]);
    Runnable task =
        () -> {
          for (int i = 0; i < rounds; i++) work(args[0]);
        };
    Thread a = new Thread(task);
    Thread b = new Thread(task);
    a.start();
    b.start();
    a.join();
    b.join();
    throw new IllegalStateException("the end");
  }
}
