/**
 * Two fields that two threads race on: one is written early and read late, the other is changed late by both. What the
 * threads do between takes longer than a bounded check sees, and orders nothing between them; they sleep so that a run
 * of the JVM comes in one order.
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
