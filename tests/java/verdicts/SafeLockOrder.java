/** Both threads take the two monitors in the same order. */
public class SafeLockOrder {
  static final Object a = new Object();
  static final Object b = new Object();

  public static void main(String[] args) {
    new Thread(() -> {
      synchronized (a) {
        synchronized (b) {
          System.out.println("ab");
        }
      }
    }).start();
    synchronized (a) {
      synchronized (b) {
        System.out.println("ba");
      }
    }
  }
}
