// outcome: over
// outcome deadlock:
// again: --por none
// again: --sleep-sets
// again: --por none --sleep-sets

/**
 * A join of an unstarted thread also takes its monitor. The program deadlocks if the holder of the
 * monitor needs what the joiner should provide.
 */
public class JoinSlept {
  static void join(Thread t) {
    try {
      t.join();
    } catch (InterruptedException e) {
      System.out.println("interrupted");
    }
  }

  public static void main(String[] args) {
    Object lock = new Object();
    Thread never = new Thread(() -> {});
    Thread joiner = new Thread(() -> join(never));
    Thread locker = new Thread(() -> {
      synchronized (never) {
        synchronized (lock) {
          System.out.println("over");
        }
      }
    });
    synchronized (lock) {
      joiner.start();
      locker.start();
      join(joiner);
    }
  }
}
