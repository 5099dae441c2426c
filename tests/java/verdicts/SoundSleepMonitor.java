/**
 * The error needs one thread to take the lock between the other's two acquisitions. A third thread
 * can always run, so each operation is a step of its own.
 */
public class SoundSleepMonitor {
  static final Object lock = new Object();
  static volatile long written, stop, first, second;

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> {
      while (stop == 0) {
      }
    });
    Thread one = new Thread(() -> {
      first = 1;
      synchronized (lock) {
        if (written == 1) {
          throw new IllegalStateException("between");
        }
      }
    });
    Thread two = new Thread(() -> {
      second = 1;
      synchronized (lock) {
        written = 1;
      }
      synchronized (lock) {
        written = 0;
      }
    });
    other.start();
    one.start();
    two.start();
    one.join();
    two.join();
    stop = 1;
  }
}
