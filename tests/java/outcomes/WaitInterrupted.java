// outcome: thrown, not run
// again: --por none
// again: --sleep-sets

/**
 * A wait checks for a pending interrupt before it releases the monitor and before it can elapse.
 */
public class WaitInterrupted {
  static String said = "not run";

  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Thread t = new Thread(() -> {
      synchronized (lock) {
        said = "run";
      }
    });
    synchronized (lock) {
      t.start();
      Thread.currentThread().interrupt();
      try {
        lock.wait(1);
        System.out.println("returned, " + said);
      } catch (InterruptedException e) {
        System.out.println((Thread.currentThread().isInterrupted() ? "kept, " : "thrown, ") + said);
      }
    }
  }
}
