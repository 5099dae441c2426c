/**
 * A thread is notified and interrupted. It returns normally with its status set, or it throws and
 * another waiter gets the notify.
 */
public class SoundInterruptWait {
  static final Object lock = new Object();
  static volatile boolean normal, thrown;

  static void work() {
    synchronized (lock) {
      try {
        lock.wait();
        normal = true;
        if (!Thread.currentThread().isInterrupted()) return;
      } catch (InterruptedException e) {
        thrown = true;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(SoundInterruptWait::work);
    t.start();
    while (t.getState() != Thread.State.WAITING) Thread.yield();
    synchronized (lock) {
      lock.notify();
      t.interrupt();
    }
    t.join();
    if (args.length > 0 && normal && t.isInterrupted()) throw new IllegalStateException("normal");
    if (thrown) throw new IllegalStateException("a notified thread does not throw");
  }
}
