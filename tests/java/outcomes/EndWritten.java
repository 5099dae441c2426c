// outcome: null, alive
// outcome: null, ended
// outcome: set, alive
// outcome: set, ended
// again: --por none
// again: --sleep-sets
// again: --search dpor

/** A handler stays set if it is set after a thread's end cleared the old one. */
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
