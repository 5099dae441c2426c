// outcome: main.\nhook.
// outcome exit 3: hook.
// outcome exit 3: main.\nhook.
// outcome exit 3: hook.\nmain.

/**
 * System.exit of a daemon beside the end of main: whoever ends the program, the hook has run; main
 * may be cut short.
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
