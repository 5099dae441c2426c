// outcome: thrown, not run, holds it
// again: --por none
// again: --sleep-sets

/**
 * An interrupt that is pending ends a join before it waits, and before it can elapse: the monitor
 * is not given back.
 */
public class JoinInterrupted {
  static String said = "not run";

  public static void main(String[] args) throws InterruptedException {
    String how;
    Thread t = new Thread() {
      @Override
      public void run() {
        synchronized (this) {
          said = "run";
        }
      }
    };
    synchronized (t) {
      t.start();
      Thread.currentThread().interrupt();
      try {
        t.join(1);
        how = "returned";
      } catch (InterruptedException e) {
        how = Thread.currentThread().isInterrupted() ? "thrown and kept" : "thrown";
      }
      System.out.println(how + ", " + said + (Thread.holdsLock(t) ? ", holds it" : ", lost it"));
    }
  }
}
