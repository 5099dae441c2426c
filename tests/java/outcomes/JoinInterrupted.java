// outcome: thrown, not run, holds it
// again: --por none
// again: --sleep-sets

/**
 * A pending interrupt ends a timed join before it waits and before its time can elapse. The join
 * does not release the monitor.
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
