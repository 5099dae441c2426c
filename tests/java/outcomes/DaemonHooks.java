// outcome:
// outcome: hook
// again: --search dpor
// again: --sleep-sets
// again: --search bfs --sleep-sets

/** A daemon registers a shutdown hook before the last non-daemon thread ends, or too late. */
public class DaemonHooks {
  public static void main(String[] args) {
    Thread hook = new Thread(() -> System.out.print("hook")), none = new Thread(() -> { });
    Runtime.getRuntime().addShutdownHook(none);
    Runtime.getRuntime().removeShutdownHook(none);
    Thread daemon = new Thread(() -> Runtime.getRuntime().addShutdownHook(hook));
    daemon.setDaemon(true);
    daemon.start();
  }
}
