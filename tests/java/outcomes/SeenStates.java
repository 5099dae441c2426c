// outcome: RUNNABLE, then RUNNABLE
// outcome: RUNNABLE, then BLOCKED
// outcome: BLOCKED, then BLOCKED
// again: --por none
// again: --sleep-sets

/**
 * A thread is about to enter a monitor that another thread holds. It may be seen RUNNABLE or
 * BLOCKED; once BLOCKED, it stays so.
 */
public class SeenStates {
  static volatile boolean near;

  public static void main(String[] args) {
    Object lock = new Object();
    Thread t = new Thread(() -> {
      near = true;
      synchronized (lock) {
        near = false;
      }
    });
    synchronized (lock) {
      t.start();
      while (!near) Thread.yield();
      System.out.println(t.getState() + ", then " + t.getState());
    }
  }
}
