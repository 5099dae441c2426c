/**
 * Two threads whose orders lead to the same values but other bits of h, or to the same bits with
 * other clocks. The argument selects what they do. Each variant ends with a pause, so that a test
 * can inspect the state.
 */
public class Bits {
  static int x;
  static int y;
  static volatile int pause;
  static volatile int turn;
  static final int[] many = new int[10_000];
  static final Object a = new Object();
  static final Object b = new Object();

  static void touch(Object lock) {
    synchronized (lock) {
      return;
    }
  }

  static Thread start(Runnable r) {
    Thread t = new Thread(r);
    t.start();
    return t;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t;
    Thread u;
    switch (args[0]) {
      case "before": // the second thread may access x if the first thread runs first
        t = start(() -> {
          x = 1;
          touch(a);
          pause = 0;
        });
        u = start(() -> {
          touch(a);
          pause = 0;
        });
        break;
      case "after": // only the first thread may access x, in either order
        t = start(() -> {
          touch(a);
          x = 1;
          pause = 0;
        });
        u = start(() -> {
          touch(a);
          pause = 0;
        });
        break;
      case "string": // whether x is in the row of the lock "text"
        t = start(() -> {
          x = 1;
          touch(a);
          pause = 0;
        });
        u = start(() -> {
          touch(a);
          touch("text");
          touch(a);
          pause = 0;
        });
        break;
      case "column": // which of x and y only the first thread may access
        t = start(() -> {
          if (turn == 1) {
            x = 0;
          } else {
            y = 0;
          }
          pause = 0;
        });
        u = start(() -> {
          turn = 1;
          turn = 0;
          pause = 0;
        });
        break;
      case "row": // whether x is in the row of lock a or of lock b
        t = start(() -> {
          Object lock = turn == 1 ? a : b;
          x = 0;
          touch(lock);
          pause = 0;
        });
        u = start(() -> {
          turn = 1;
          turn = 0;
          pause = 0;
        });
        break;
      case "far": // which element of a large array it is
        t = start(() -> {
          many[turn == 1 ? 100 : 9_000] = 0;
          pause = 0;
        });
        u = start(() -> {
          turn = 1;
          turn = 0;
          pause = 0;
        });
        break;
      default:
        throw new IllegalArgumentException(args[0]);
    }
    t.join();
    u.join();
  }
}
