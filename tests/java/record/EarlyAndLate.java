/**
 * Two threads race on two fields: one is written early and read late, both threads change the other
 * one late. In between, the threads take longer than a bounded check sees, without ordering
 * anything. They sleep so that a run on the JVM has one fixed order.
 */
public class EarlyAndLate {
  static final Object MINE = new Object(), OTHERS = new Object();
  static int early, late;

  static void busy(Object lock) {
    int done = 0;
    for (int i = 0; i < 30; i++) {
      synchronized (lock) {
        done++;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              early = 1;
              busy(OTHERS);
              sleep(600);
              late++;
            });
    other.start();
    sleep(300);
    busy(MINE);
    int seen = early;
    busy(MINE);
    late += seen;
    other.join();
  }

  static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
