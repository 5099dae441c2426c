/**
 * A notify for a waiter may wake a thread that joins the same Thread object instead. The waiter
 * then never wakes up.
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
