// outcome: RUNNABLE, then RUNNABLE
// outcome: RUNNABLE, then BLOCKED
// outcome: BLOCKED, then BLOCKED
// again: --por none
// again: --sleep-sets

/**
 * A thread on its way to a monitor that another one holds may be seen running or blocked; once it
 * is blocked it stays so.
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
