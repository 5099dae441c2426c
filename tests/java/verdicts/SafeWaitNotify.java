/** A hand-over with wait and notify; the condition is checked in a loop. */
public class SafeWaitNotify {
  static final Object lock = new Object();
  static boolean full;
  static int item;

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      synchronized (lock) {
        item = 5;
        full = true;
        lock.notify();
      }
    }).start();
    synchronized (lock) {
      while (!full) {
        lock.wait();
      }
      assert item == 5;
    }
  }
}
