/** A notify may wake either of two waiters, even if no other thread can run. */
public class SoundNotifyChoice {
  static final Object lock = new Object();
  static volatile int woken;

  static void waiter(int n) {
    synchronized (lock) {
      try {
        lock.wait();
        if (woken == 0) woken = n;
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> waiter(1)), two = new Thread(() -> waiter(2));
    one.start();
    while (one.getState() != Thread.State.WAITING) Thread.yield();
    two.start();
    while (two.getState() != Thread.State.WAITING) Thread.yield();
    synchronized (lock) {
      lock.notify();
    }
    while (woken == 0) Thread.yield();
    if (woken == Integer.parseInt(args[0])) throw new IllegalStateException("woken " + woken);
    synchronized (lock) {
      lock.notify();
    }
  }
}
