// outcome: main.\nhook.
// outcome exit 3: hook.
// outcome exit 3: main.\nhook.
// outcome exit 3: hook.\nmain.

/**
 * A daemon calls System.exit while main ends. The hook always runs, whichever of the two ends the
 * program; main may be cut short.
 */
public class Hooks {
  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook.")));
    Thread t = new Thread(() -> System.exit(3));
    t.setDaemon(true);
    t.start();
    System.out.println("main.");
  }
}
