/**
 * Ends and interrupts of threads, detected by join, isAlive, isInterrupted and
 * InterruptedException.
 */
public class Lives {
  static int x;
  static int y;
  static int z;
  static final Object lock = new Object();

  static class Sleeper extends Thread {
    int woken;

    @Override
    public void run() {
      z = 1;
      try {
        synchronized (lock) {
          lock.wait();
        }
      } catch (InterruptedException e) {
        y++;
        woken = 1;
      }
    }
  }

  static class Counter extends Thread {
    @Override
    public void run() {
      x++;
      if (Thread.interrupted()) {
        y++;
      }
      if (isInterrupted()) {
        y += 2;
      }
      x++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sleeper s = new Sleeper();
    Counter c = new Counter();
    s.start();
    c.start();
    y = 1;
    c.interrupt();
    s.interrupt();
    if (!c.isAlive()) {
      x++;
    }
    if (!s.isAlive()) {
      z++;
      s.woken++;
    }
    c.join(1);
    x += 2;
    s.join();
    z++;
    y += s.woken;
  }
}
