/**
 * Two steps each take the lock, but the lock is released in between. The thread's assertion
 * observes the state between them.
 */
public class ErrorAssertInThread {
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
    first();
    second();
  }
}
