// outcome: alive, not run
// outcome: alive, run
// outcome: ended, run
// again: --por none
// again: --sleep-sets

/**
 * A timed join also releases the monitor. It may elapse before, during or after the thread's
 * synchronized block.
 */
public class JoinTimed {
  static String said = "not run";

  public static void main(String[] args) throws InterruptedException {
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
      t.join(1);
      System.out.println((t.isAlive() ? "alive, " : "ended, ") + said);
    }
  }
}
