/** Each of two guests says that it has come, then looks for the other. Later they compare. */
public class Greeting {
  static int first, second;
  static int seenByFirst, seenBySecond;

  public static void main(String[] args) throws InterruptedException {
    Thread one =
        new Thread(
            () -> {
              first = 1;
              seenByFirst = second;
            });
    Thread two =
        new Thread(
            () -> {
              second = 1;
              seenBySecond = first;
            });
    one.start();
    two.start();
    one.join();
    two.join();
    if (seenByFirst == 0 && seenBySecond == 0) {
      throw new IllegalStateException("each has looked too early");
    }
  }
}
