// outcome: null, alive
// outcome: null, ended
// outcome: set, alive
// outcome: set, ended
// again: --por none
// again: --sleep-sets
// again: --search dpor

/** What another thread writes between the clearing of a thread's handler and its end stays. */
public class EndWritten {
  public static void main(String[] args) throws InterruptedException {
    Thread.UncaughtExceptionHandler handler = (thread, e) -> {};
    Thread t = new Thread(() -> {});
    t.start();
    t.setUncaughtExceptionHandler(handler);
    boolean alive = t.isAlive();
    t.join();
    System.out.println((t.getUncaughtExceptionHandler() == handler ? "set, " : "null, ")
        + (alive ? "alive" : "ended"));
  }
}
