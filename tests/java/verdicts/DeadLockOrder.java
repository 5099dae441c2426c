/** Two monitors are taken in opposite orders. */
public class DeadLockOrder {
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
    synchronized (b) {
      synchronized (a) {
        System.out.println("ba");
      }
    }
  }
}
