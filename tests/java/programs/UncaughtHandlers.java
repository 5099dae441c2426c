/**
 * Uncaught exception handlers: a thread's own, the default one, a failing one; the exit status is
 * 1 if main fails.
 */
public class UncaughtHandlers {
  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler(
        (t, e) -> System.out.println("default " + t.getName() + " " + e.getMessage()));
    Thread a = new Thread(() -> { throw new IllegalStateException("a"); }, "a");
    a.start();
    a.join();
    Thread b = new Thread(() -> { throw new IllegalStateException("b"); }, "b");
    b.setUncaughtExceptionHandler((t, e) -> {
      System.out.println("own " + e.getMessage());
      throw new RuntimeException("ignored");
    });
    b.start();
    b.join();
    Thread.currentThread().setUncaughtExceptionHandler((t, e) -> System.out.println("main's " + e));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    throw new UnsupportedOperationException("the end");
  }
}
