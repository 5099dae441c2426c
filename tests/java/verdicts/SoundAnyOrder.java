/** The longer one of two timed waits may end first. */
public class SoundAnyOrder {
  static void pause(long millis) {
    Object own = new Object();
    synchronized (own) {
      try {
        own.wait(millis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) {
    Thread main = Thread.currentThread();
    new Thread(() -> {
      if (main.getState() != Thread.State.TIMED_WAITING) return;
      pause(1000);
      if (main.getState() == Thread.State.TIMED_WAITING)
        throw new IllegalStateException("the longer one first");
    }).start();
    pause(10);
  }
}
