// outcome: main.\nhook: false TERMINATED.
// again: --por none

/**
 * The JVM runs the hooks on a thread of its own: the last thread of the program has ended for
 * them, and can be joined.
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
