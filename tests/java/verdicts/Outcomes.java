/**
 * Outcomes that differ only after a zero byte of output, or after a deadlock of two threads while
 * others run; and a long execution.
 */
public class Outcomes {
  static final Object a = new Object();
  static final Object b = new Object();
  static volatile int x;

  /** Runs forever without a loop. */
  static int calls(int n) {
    return n < 2 ? n : calls(n - 1) + calls(n - 2);
  }

  static void both(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        x = 0;
      }
    }
  }

  static Thread daemon(Runnable body) {
    Thread t = new Thread(body);
    t.setDaemon(true);
    t.start();
    return t;
  }

  public static void main(String[] args) {
    if (args[0].equals("zero")) {
      new Thread(() -> x = 1).start();
      System.out.print("n\0" + x);
    } else if (args[0].equals("late")) {
      new Thread(() -> x = 1).start();
      if (x == 1) x = calls(90);
    } else {
      daemon(() -> both(a, b));
      daemon(() -> both(b, a));
      x = 1;
      x = 2;
      System.out.print("main");
    }
  }
}
