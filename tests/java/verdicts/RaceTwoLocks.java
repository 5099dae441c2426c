/** Each thread holds a lock, but not the same one. */
public class RaceTwoLocks {
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
      synchronized (lockB) {
        total += 2;
      }
    }).start();
  }
}
