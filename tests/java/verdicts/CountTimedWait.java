/** A timed wait and a notify: the states are counted in tests/unit/test_soundness_states.c. */
public class CountTimedWait {
  static final Object lock = new Object();

  static void waiter() {
    synchronized (lock) {
      try {
        lock.wait(10);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  static void notifier() {
    synchronized (lock) {
      lock.notify();
    }
  }

  public static void main(String[] args) {
    Thread one = new Thread(CountTimedWait::waiter), two = new Thread(CountTimedWait::notifier);
    one.start();
    two.start();
  }
}
