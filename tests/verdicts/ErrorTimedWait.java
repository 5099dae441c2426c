/** A timed wait may end before the notification. */
public class ErrorTimedWait {
  static final Object lock = new Object();
  static boolean told;

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      synchronized (lock) {
        told = true;
        lock.notify();
      }
    }).start();
    synchronized (lock) {
      if (!told) {
        lock.wait(1000000);
      }
      if (!told) {
        throw new IllegalStateException("timed out");
      }
    }
  }
}
