/** Exceptions that handlers take, and the end of a thread that nobody hears of. */
public class HandlersTake {
  static Thread failing(ThreadGroup g) {
    return new Thread(g, () -> { throw new IllegalStateException("taken"); });
  }

  static class Group extends ThreadGroup {
    Group() { super("own"); }

    @Override public void uncaughtException(Thread t, Throwable e) {}
  }

  public static void main(String[] args) throws Exception {
    Thread t = failing(args[0].equals("group") ? new Group() : null);
    switch (args[0]) {
      case "own": t.setUncaughtExceptionHandler((who, e) -> {}); break;
      case "default": Thread.setDefaultUncaughtExceptionHandler((who, e) -> {}); break;
      case "death": t = new Thread(() -> { throw new ThreadDeath(); }); break;
      case "main": throw new ThreadDeath();
      default: break;
    }
    t.start();
    t.join();
  }
}
