/** Both threads hold the same lock. */
public class SafeOneLock {
  static final Object lockA = new Object();
  static final Object lockB = new Object();
  static int total;

  public static void main(String[] args) {
    new Thread(() -> {
      synchronized (lockA) {
        total += 1;
      }
    }).start();
    new Thread(() -> {
      synchronized (lockA) {
        total += 2;
      }
    }).start();
  }
}
