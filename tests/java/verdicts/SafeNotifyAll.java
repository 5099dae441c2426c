/** One monitor, two conditions and notifyAll: every waiter checks its condition again. */
public class SafeNotifyAll {
  static final Object lock = new Object();
  static int stage;

  static void await(int wanted) {
    synchronized (lock) {
      while (stage != wanted) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      stage++;
      lock.notifyAll();
    }
  }

  public static void main(String[] args) {
    new Thread(() -> await(2)).start(); // the first waiter is not the one that can continue
    new Thread(() -> await(1)).start();
    synchronized (lock) {
      stage = 1;
      lock.notifyAll();
    }
  }
}
