/**
 * A thread is suspended while it holds a monitor; inside, it does nothing that others can see.
 */
public class SuspendedInside {
  static final Object lock = new Object();
  static int count;

  @SuppressWarnings("removal")
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      synchronized (lock) {
        int inside = 1;
      }
    });
    t.start();
    Thread.class.getMethod("suspend").invoke(t);
    synchronized (lock) {
      count++;
    }
    Thread.class.getMethod("resume").invoke(t);
    t.join();
  }
}
