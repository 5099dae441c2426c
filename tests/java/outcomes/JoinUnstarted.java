// outcome: before
// outcome: behind
// again: --por none
// again: --sleep-sets
// again: --por none --sleep-sets

/**
 * A join of an unstarted thread returns at once, but first takes the monitor of the Thread object,
 * as Thread.start does.
 */
public class JoinUnstarted {
  static volatile boolean held;

  public static void main(String[] args) throws InterruptedException {
    Thread never = new Thread(() -> {});
    Thread joiner = new Thread(() -> {
      try {
        never.join();
      } catch (InterruptedException e) {
        return;
      }
      System.out.println(held ? "behind" : "before");
    });
    joiner.start();
    synchronized (never) {
      held = true;
      Thread.yield();
    }
  }
}
