// outcome: kept, alive
// outcome: kept, ended
// outcome: cleared, alive
// outcome: cleared, ended
// again: --por none
// again: --sleep-sets
// again: --search dpor

/**
 * A thread's first action reads the thread group of another thread. The other thread clears that
 * group as it ends, before isAlive returns false.
 */
public class EndAsked {
  static boolean kept, alive;

  public static void main(String[] args) throws InterruptedException {
    Thread ends = new Thread(() -> {});
    Thread asks = new Thread(() -> {
      kept = ends.getThreadGroup() != null;
      alive = ends.isAlive();
    });
    ends.start();
    asks.start();
    ends.join();
    asks.join();
    System.out.println((kept ? "kept, " : "cleared, ") + (alive ? "alive" : "ended"));
  }
}
