/** Two threads count under a lock: the states are counted in tests/unit/test_soundness_states.c. */
public class CountLock {
  static final Object lock = new Object();
  static int count;

  static void work() {
    synchronized (lock) {
      count++;
    }
  }

  public static void main(String[] args) {
    Thread one = new Thread(CountLock::work), two = new Thread(CountLock::work);
    one.start();
    two.start();
  }
}
