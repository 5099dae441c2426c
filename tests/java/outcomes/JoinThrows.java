// outcome: thrown, holds it, not run
// outcome: thrown, holds it, run
// outcome: returned, holds it, run
// again: --por none
// again: --sleep-sets

/**
 * A joining thread is interrupted before it waits, while it waits or while it returns. It holds the
 * monitor again when it throws. The status stays set if the thread ended first.
 */
public class JoinThrows {
  static String said = "not run";

  public static void main(String[] args) throws InterruptedException {
    Thread main = Thread.currentThread();
    String how;
    Thread t = new Thread() {
      @Override
      public void run() {
        synchronized (this) {
          said = "run";
        }
      }
    };
    Thread interrupter = new Thread(main::interrupt);
    synchronized (t) {
      t.start();
      interrupter.start();
      try {
        t.join();
        how = "returned, ";
      } catch (InterruptedException e) {
        how = "thrown, ";
      }
      System.out.println(how + (Thread.holdsLock(t) ? "holds it, " : "lost it, ") + said);
    }
  }
}
