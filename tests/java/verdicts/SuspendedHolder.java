/**
 * A thread is suspended, "held" while it may hold the lock that the resuming one needs first,
 * "free" otherwise.
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
