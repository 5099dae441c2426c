/** wait releases the inner lock but keeps the outer one, which the notifier needs. */
public class DeadNestedMonitor {
  static final Object outer = new Object();
  static final Object inner = new Object();
  static boolean ready;

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      synchronized (outer) {
        synchronized (inner) {
          ready = true;
          inner.notifyAll();
        }
      }
    }).start();
    synchronized (outer) {
      synchronized (inner) {
        while (!ready) {
          inner.wait();
        }
      }
    }
  }
}
