/** Ends the JVM: with the argument status, with status 3; with thread, after an uncaught exception. */
public class Ends {
  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> {
      if (args[0].equals("thread")) {
        throw new IllegalStateException("before the end");
      }
    });
    other.start();
    other.join();
    System.exit(args[0].equals("status") ? 3 : 0);
  }
}
