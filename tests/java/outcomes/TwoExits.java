// outcome exit 1:
// outcome exit 2:
// again: --por none

/** Two threads exit: the status is that of the first, and nothing behind either is reached. */
public class TwoExits {
  public static void main(String[] args) {
    new Thread(() -> {
      System.exit(1);
      System.out.println("behind");
    }).start();
    System.exit(2);
    System.out.println("behind");
  }
}
