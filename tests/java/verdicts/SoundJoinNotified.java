/**
 * A notify that is meant for a waiter may hit a joiner of the same thread: the waiter is never
 * woken.
 */
public class SoundJoinNotified {
  static volatile boolean waits;

  static void waitFor(Object o) {
    synchronized (o) {
      try {
        waits |= o instanceof Thread;
        o.wait();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Object end = new Object();
    Thread t = new Thread(() -> waitFor(end));
    t.start();
    new Thread(() -> {
      waitFor(t);
      t.interrupt();
    }).start();
    new Thread(() -> {
      while (!waits) Thread.onSpinWait();
      synchronized (t) {
        t.notify();
      }
    }).start();
    t.join();
  }
}
