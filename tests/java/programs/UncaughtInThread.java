/** An uncaught exception in another thread does not end the program: the exit status is 0. */
public class UncaughtInThread {
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      throw new IllegalStateException("only this thread");
    });
    t.start();
    t.join();
    System.out.println("main goes on, " + t.getState());
    Object o = args;
    Runtime.getRuntime().addShutdownHook(
        new Thread(() -> System.out.println("hook " + (o != null))));
  }
}
