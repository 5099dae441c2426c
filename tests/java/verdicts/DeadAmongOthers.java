/** Two threads wait for each other's monitor while a third runs forever. */
public class DeadAmongOthers {
  static final Object a = new Object(), b = new Object();
  static volatile int turns;

  static void both(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        turns = 2;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> both(a, b)).start();
    new Thread(() -> both(b, a)).start();
    Object own = new Object();
    synchronized (own) {
      while (true) own.wait(1);
    }
  }
}
