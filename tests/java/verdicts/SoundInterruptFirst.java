/** An interrupt comes before the notify: either of them may end the wait. */
public class SoundInterruptFirst {
  static final Object lock = new Object();
  static volatile boolean normal, thrown;

  static void work() {
    synchronized (lock) {
      try {
        lock.wait();
        normal = true;
      } catch (InterruptedException e) {
        thrown = true;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(SoundInterruptFirst::work);
    t.start();
    while (t.getState() != Thread.State.WAITING) Thread.yield();
    synchronized (lock) {
      t.interrupt();
      lock.notify();
    }
    t.join();
    if (args.length > 0 ? normal : thrown) throw new IllegalStateException("possible");
  }
}
