/** A timed wait may end before the notification. */
public class ErrorTimedWait {
  static final Object lock = new Object();
  static boolean said;

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      synchronized (lock) {
        said = true;
        lock.notify();
      }
    }).start();
    synchronized (lock) {
      if (!said) {
        lock.wait(1000000);
      }
      if (!said) {
        throw new IllegalStateException("timed out");
      }
    }
  }
}
