/**
 * A handled uncaught exception ends its thread and nothing else. The handler runs like other
 * code.
 */
public class SoundHandler {
  static volatile boolean seen;
  static int order;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      throw new IllegalStateException("taken");
    });
    t.setUncaughtExceptionHandler((thread, e) -> {
      seen = true;
      throw new IllegalArgumentException("ignored");
    });
    t.start();
    if (args.length > 0 && seen) throw new IllegalStateException("before the join");
    t.join();
    if (!seen) throw new IllegalStateException("no handler ran");
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> order = 1);
    Thread u = new Thread(() -> {
      throw new IllegalStateException("taken, too");
    });
    u.start();
    u.join();
    if (order != 1) throw new IllegalStateException("no default handler ran");
  }
}
