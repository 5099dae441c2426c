/**
 * Handlers of uncaught exceptions: of the thread, the default one; a failing handler; the exit
 * status stays 1 for main.
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
