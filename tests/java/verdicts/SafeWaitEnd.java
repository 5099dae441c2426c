/**
 * A thread's end notifies all waiters on its monitor: what the thread wrote happens before what
 * they read.
 */
public class SafeWaitEnd {
  static int written;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> written = 1);
    synchronized (t) {
      t.start();
      t.wait();
    }
    if (written != 1) throw new IllegalStateException();
  }
}
