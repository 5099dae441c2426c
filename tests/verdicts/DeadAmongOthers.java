/** Two threads wait for each other's monitor while a third goes on for ever. */
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

  public static void main(String[] args) {
    new Thread(() -> both(a, b)).start();
    new Thread(() -> both(b, a)).start();
    while (true) turns = 1 - turns & 1;
  }
}
