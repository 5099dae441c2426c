/**
 * The end of a thread notifies all who wait on it, with its monitor: what it wrote is ordered
 * before what they read.
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
