/** Never ends: argument "loop" turns for ever, "calls" only calls, never deep, "heap" keeps more and more, "deep" calls itself, "states" counts in a field. */
public class Endless {
  static int depth;
  static volatile long count;
  static Object kept;

  static int deep(int n) {
    depth++;
    return deep(n + 1) + 1;
  }

  static int calls(int n) {
    return n == 0 ? 0 : calls(n - 1) + calls(n - 1);
  }

  static void heap() {
    try {
      while (true) {
        kept = new Object[] {kept, new byte[100_000]};
      }
    } catch (OutOfMemoryError e) {
      kept = null;
      System.out.println("OutOfMemoryError");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "heap":
        heap();
        break;
      case "calls":
        System.out.println(calls(60));
        break;
      case "deep":
        try {
          deep(0);
        } catch (StackOverflowError e) {
          System.out.println("StackOverflowError " + (depth > 1000));
        }
        break;
      case "states":
        new Thread(() -> count = -1).start();
        while (true) {
          count++;
        }
      default:
        for (long x = 0; ; x++) {
          if (x < 0) {
            System.out.println(x);
          }
        }
    }
  }
}
