// outcome: default: one default: two
// outcome: default: two default: one

/**
 * Main sets the default handler of uncaught exceptions. Both threads call it, one after the
 * other.
 */
public class Handlers {
  static String log = "";

  public static void main(String[] args) throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> {
      synchronized (Handlers.class) {
        log += (log.isEmpty() ? "" : " ") + "default: " + e.getMessage();
      }
    });
    Thread a = new Thread(() -> { throw new IllegalStateException("one"); });
    Thread b = new Thread(() -> { throw new IllegalStateException("two"); });
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(log);
  }
}
