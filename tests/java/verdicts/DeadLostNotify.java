/** wait without checking whether the notification has already happened. */
public class DeadLostNotify {
  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    new Thread(() -> {
      synchronized (lock) {
        lock.notify();
      }
    }).start();
    synchronized (lock) {
      lock.wait();
    }
  }
}
