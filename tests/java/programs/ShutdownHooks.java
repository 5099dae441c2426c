/** Runtime.exit runs the hooks, keeps its status, and never returns. */
public class ShutdownHooks {
  public static void main(String[] args) throws InterruptedException {
    Thread hook = new Thread(() -> System.out.println("hook"));
    Thread removed = new Thread(() -> System.out.println("removed"));
    Runtime.getRuntime().addShutdownHook(hook);
    Runtime.getRuntime().addShutdownHook(removed);
    System.out.println(Runtime.getRuntime().removeShutdownHook(removed));
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.exit(42);
    } finally {
      System.out.println("not reached");
    }
  }
}
