// outcome: kept, alive
// outcome: kept, ended
// outcome: cleared, alive
// outcome: cleared, ended
// again: --por none
// again: --sleep-sets

/** A thread that ends clears its handler and its group before isAlive returns false. */
public class EndClears {
  public static void main(String[] args) {
    Thread.UncaughtExceptionHandler handler = (thread, e) -> {};
    Thread t = new Thread(() -> {});
    t.setUncaughtExceptionHandler(handler);
    t.start();
    boolean kept = t.getUncaughtExceptionHandler() == handler, alive = t.isAlive();
    System.out.println((kept ? "kept, " : "cleared, ") + (alive ? "alive" : "ended"));
  }
}
