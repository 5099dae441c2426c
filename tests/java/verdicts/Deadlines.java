/**
 * Two timed waits: their deadlines are ordered only once both have begun. Two other threads wait
 * on one object without a limit, and main notifies one of them.
 */
public class Deadlines {
  static final Object LONG = new Object(), SHORT = new Object(), NONE = new Object();

  static void pause(Object lock, long millis) {
    synchronized (lock) {
      try {
        lock.wait(millis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) {
    Thread a = new Thread(() -> pause(NONE, 0)), b = new Thread(() -> pause(NONE, 0));
    a.setDaemon(true);
    b.setDaemon(true);
    synchronized (LONG) { // both begin at about the same time
      synchronized (SHORT) {
        new Thread(() -> pause(LONG, 30)).start();
        new Thread(() -> pause(SHORT, 10)).start();
        a.start();
        b.start();
      }
    }
    synchronized (NONE) {
      NONE.notify();
    }
  }
}
