// outcome: handled
// outcome: nobody

/** The default handler is set while the thread runs; its exception finds the handler or not. */
public class HandlerSetLate {
  static volatile String log = "nobody";

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> { throw new IllegalStateException("one"); });
    a.start();
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> log = "handled");
    a.join();
    System.out.println(log);
  }
}
