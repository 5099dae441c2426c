// outcome: main.\nhook: false TERMINATED.
// again: --por none

/**
 * The JVM runs the hooks on a thread of its own. They see that main, the program's last thread,
 * has terminated, and can join it.
 */
public class HooksJoin {
  public static void main(String[] args) {
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        main.join();
        System.out.println("hook: " + main.isAlive() + " " + main.getState() + ".");
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    }));
    System.out.println("main.");
  }
}
