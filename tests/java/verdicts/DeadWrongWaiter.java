/** One monitor, two conditions, and notify instead of notifyAll: the wrong waiter may wake up. */
public class DeadWrongWaiter {
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
      lock.notify();
    }
  }

  public static void main(String[] args) {
    new Thread(() -> await(1)).start();
    new Thread(() -> await(2)).start();
    synchronized (lock) {
      stage = 1;
      lock.notify();
    }
  }
}
