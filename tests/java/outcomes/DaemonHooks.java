// outcome:
// outcome: hook
// again: --search dpor
// again: --sleep-sets
// again: --search bfs --sleep-sets

/** Whether a daemon has registered its shutdown hook when the last other thread ends. */
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
