/** One monitor, two conditions and notifyAll: everyone looks again. */
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
    new Thread(() -> await(2)).start(); // the first that waits is not the one who can go on
    new Thread(() -> await(1)).start();
    synchronized (lock) {
      stage = 1;
      lock.notifyAll();
    }
  }
}
