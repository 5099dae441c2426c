// outcome: both
// outcome: not
// again: --search bfs
// again: --search context-bounded
// again: --search dpor

/** Main prints whether it sees both daemons blocked in their deadlock; the program still ends. */
public class CircleSeen {
  static final Object left = new Object(), right = new Object();

  static Thread daemon(Object first, Object second) {
    Thread t = new Thread(() -> {
      synchronized (first) {
        synchronized (second) {
        }
      }
    });
    t.setDaemon(true);
    t.start();
    return t;
  }

  static boolean blocked(Thread t) { return t.getState() == Thread.State.BLOCKED; }

  public static void main(String[] args) {
    Thread a = daemon(left, right), b = daemon(right, left);
    System.out.print(blocked(a) && blocked(b) ? "both" : "not");
  }
}
