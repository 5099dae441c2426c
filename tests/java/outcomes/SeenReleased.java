// outcome: BLOCKED
// outcome: RUNNABLE
// outcome: TERMINATED
// again: --por none
// again: --sleep-sets
// again: --search bfs

/**
 * A thread holds a monitor and does nothing that others could notice, except that a third one sees
 * the second wait for it.
 */
public class SeenReleased {
  static volatile boolean near;

  public static void main(String[] args) {
    Object lock = new Object();
    Thread holder = new Thread(() -> {
      synchronized (lock) {
      }
    });
    Thread waiter = new Thread(() -> {
      near = true;
      synchronized (lock) {
      }
    });
    Thread watcher = new Thread(() -> {
      while (!near) Thread.yield();
      System.out.println(waiter.getState());
    });
    holder.start();
    waiter.start();
    watcher.start();
  }
}
