/** Handlers take uncaught exceptions; a ThreadDeath ends its thread silently. */
public class HandlersTake {
  static Thread failing(ThreadGroup g) {
    return new Thread(g, () -> { throw new IllegalStateException("taken"); });
  }

  static class Group extends ThreadGroup {
    Group() { super("own"); }

    @Override public void uncaughtException(Thread t, Throwable e) {}
  }

  /** Passes on everything except an Error. */
  static class Passes extends ThreadGroup {
    Passes() { super("passes"); }

    @Override public void uncaughtException(Thread t, Throwable e) {
      if (!(e instanceof Error)) super.uncaughtException(t, e);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = failing(args[0].equals("group") ? new Group()
        : args[0].startsWith("passes") ? new Passes() : null);
    switch (args[0]) {
      case "passesOn": Thread.setDefaultUncaughtExceptionHandler((who, e) -> {}); break;
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
