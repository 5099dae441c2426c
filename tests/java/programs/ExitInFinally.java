/**
 * System.exit inside try with finally and hooks: finally blocks do not run, hooks do, and the last
 * exit status counts.
 */
public class ExitInFinally {
  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    try {
      try {
        Runtime.getRuntime().addShutdownHook(Thread.currentThread());
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
      System.out.println("leaving");
      System.exit(7);
    } finally {
      System.out.println("never");
    }
  }
}
