// outcome: no waiter yet
// outcome: the waiter
// outcome: the joiner
// again: --por none
// again: --sleep-sets

/**
 * A joining thread is in the wait set of the thread that it joins. A notify of the program may
 * wake it instead of the intended waiter.
 */
public class JoinNotified {
  static boolean waits, notified, woken;

  public static void main(String[] args) throws InterruptedException {
    Object end = new Object();
    Thread t = new Thread(() -> {
      synchronized (end) {
        try {
          end.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    });
    Thread waiter = new Thread(() -> {
      synchronized (t) {
        try {
          waits = true;
          t.wait();
          woken = t.isAlive();
        } catch (InterruptedException e) {
          return;
        }
      }
    });
    Thread notifier = new Thread(() -> {
      synchronized (t) {
        notified = waits;
        t.notify();
      }
      try {
        waiter.join(1);
      } catch (InterruptedException e) {
        return;
      }
      t.interrupt();
    });
    t.start();
    waiter.start();
    notifier.start();
    t.join();
    waiter.interrupt();
    waiter.join();
    System.out.println(!notified ? "no waiter yet" : woken ? "the waiter" : "the joiner");
  }
}
