// outcome: RUNNABLE, then WAITING
// outcome: WAITING, then WAITING
// again: --por none
// again: --sleep-sets

/**
 * A joining thread that holds the thread's monitor is RUNNABLE until it waits. A thread that got
 * the monitor from it sees it WAITING.
 */
public class SeenJoining {
  static volatile boolean near;
  static Thread main;

  public static void main(String[] args) throws InterruptedException {
    main = Thread.currentThread();
    Thread t = new Thread() {
      @Override
      public void run() {
        while (!near) Thread.yield();
        Thread.State first = main.getState();
        synchronized (this) {
          System.out.println(first + ", then " + main.getState());
        }
      }
    };
    synchronized (t) {
      t.start();
      near = true;
      t.join();
    }
  }
}
