// outcome: kept, alive
// outcome: kept, ended
// outcome: cleared, alive
// outcome: cleared, ended
// again: --por none
// again: --sleep-sets
// again: --search dpor

/**
 * The first thing that a thread does is to ask for what the end of another one clears before it is
 * seen as ended.
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
