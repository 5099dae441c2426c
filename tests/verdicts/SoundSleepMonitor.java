/** What fails only where one thread takes the lock between the two times that the other does. */
public class SoundSleepMonitor {
  static final Object lock = new Object();
  static boolean written;

  public static void main(String[] args) {
    new Thread(() -> {
      synchronized (lock) {
        if (written) {
          throw new IllegalStateException("between");
        }
      }
    }).start();
    new Thread(() -> {
      synchronized (lock) {
        written = true;
      }
      synchronized (lock) {
        written = false;
      }
    }).start();
  }
}
