/** The clock at the end of a timed wait shows when the wait began. */
public class SoundDeadline {
  static volatile boolean waiting;

  public static void main(String[] args) throws InterruptedException {
    long start = System.nanoTime();
    Object lock = new Object();
    new Thread(() -> {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        return;
      }
    }).start();
    synchronized (lock) {
      lock.wait(100);
    }
    if (System.nanoTime() - start > 120_000_000) throw new IllegalStateException("late");
  }
}
