/** Both steps run in one synchronized block. */
public class SafeAssertInThread {
  static int a;
  static int b;

  static synchronized void first() {
    a = 1;
  }

  static synchronized void second() {
    b = 1;
  }

  static synchronized int sum() {
    return a + b;
  }

  public static void main(String[] args) {
    new Thread(() -> {
      int sum = sum();
      assert sum != 1 : "half done";
    }).start();
    synchronized (SafeAssertInThread.class) {
      first();
      second();
    }
  }
}
