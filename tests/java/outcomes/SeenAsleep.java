// outcome: RUNNABLE, WAITING
// outcome: TIMED_WAITING, WAITING
// outcome: RUNNABLE, RUNNABLE
// outcome: TIMED_WAITING, RUNNABLE
// outcome: TERMINATED, RUNNABLE
// outcome: TERMINATED, WAITING
// outcome: BLOCKED, RUNNABLE
// outcome: BLOCKED, WAITING
// (at its end, while main is still in the synchronized start)
// allowed: TERMINATED, BLOCKED
// allowed: RUNNABLE, BLOCKED
// allowed: TIMED_WAITING, BLOCKED
// again: --por none
// again: --sleep-sets

/**
 * One thread is about to sleep, another is about to join it. Their states may be seen before and
 * during the wait.
 */
public class SeenAsleep {
  static volatile boolean near;

  public static void main(String[] args) throws InterruptedException {
    Thread main = Thread.currentThread();
    Thread sleeper = new Thread(() -> {
      near = true;
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        return;
      }
    });
    Thread t = new Thread(() -> {
      while (!near) Thread.yield();
      System.out.println(sleeper.getState() + ", " + main.getState());
    });
    t.start();
    sleeper.start();
    t.join();
  }
}
