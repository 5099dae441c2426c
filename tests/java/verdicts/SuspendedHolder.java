/**
 * A thread is suspended. In "held", it may hold the lock that main needs before it calls resume; in
 * "free", main needs no lock.
 */
public class SuspendedHolder {
  static final Object lock = new Object();
  static int count;

  @SuppressWarnings("removal")
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { synchronized (lock) { count++; } });
    t.start();
    Thread.class.getMethod("suspend").invoke(t);
    if (args[0].equals("held")) synchronized (lock) { count++; }
    Thread.class.getMethod("resume").invoke(t);
    t.join();
    assert count == (args[0].equals("held") ? 2 : 1);
  }
}
