// outcome: run, joined
// again: --por none
// again: --sleep-sets
// again: --por none --sleep-sets

/**
 * A join releases all holds of the thread's monitor while it waits, and holds them again when it
 * returns.
 */
public class JoinReleases {
  public static void main(String[] args) throws InterruptedException {
    StringBuilder order = new StringBuilder();
    Thread t = new Thread() {
      @Override
      public void run() {
        synchronized (this) {
          order.append("run, ");
        }
      }
    };
    synchronized (t) {
      synchronized (t) {
        t.start();
        t.join();
        order.append(Thread.holdsLock(t) ? "joined" : "lost");
      }
      if (!Thread.holdsLock(t)) order.append(" half of it");
    }
    System.out.println(order);
  }
}
