// outcome exit 1:
// outcome exit 2:
// again: --por none

/** Two threads call exit: the first call sets the status, and no thread runs past its call. */
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
