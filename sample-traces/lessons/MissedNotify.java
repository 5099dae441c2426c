/** One thread waits for a signal that it does not look for first. */
public class MissedNotify {
  static final Object bell = new Object();

  static void await() {
    synchronized (bell) {
      try {
        bell.wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static void ring() {
    synchronized (bell) {
      bell.notify();
    }
  }

  public static void main(String[] args) {
    new Thread(MissedNotify::await).start();
    new Thread(MissedNotify::ring).start();
  }
}
