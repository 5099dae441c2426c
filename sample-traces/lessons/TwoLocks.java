/** Two threads take two locks. */
public class TwoLocks {
  static final Object left = new Object(), right = new Object();

  static void both(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        Thread.onSpinWait();
      }
    }
  }

  public static void main(String[] args) {
    new Thread(() -> both(left, right)).start();
    new Thread(() -> both(right, left)).start();
  }
}
