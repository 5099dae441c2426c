// outcome: ab
// outcome: ba
// outcome: a

/**
 * One thread prints and closes the stream. The other thread's output comes first, in between, or
 * is lost.
 */
public class PrintClosed {
  public static void main(String[] args) {
    new Thread(() -> {
      System.out.print("a");
      System.out.close();
    }).start();
    System.out.print("b");
  }
}
