/**
 * An interrupted join throws while the target is alive. If the target has ended, it returns and
 * the status stays set.
 */
public class SoundInterruptedJoin {
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {});
    t.start();
    t.join();
    Thread.currentThread().interrupt();
    t.join();
    if (!Thread.interrupted()) throw new IllegalStateException("the status was lost");
    Object lock = new Object();
    Thread late = new Thread(() -> {
      synchronized (lock) {
        return;
      }
    });
    synchronized (lock) {
      late.start();
      Thread.currentThread().interrupt();
      try {
        late.join();
        throw new IllegalStateException("joined a thread that lives");
      } catch (InterruptedException expected) {
        if (Thread.currentThread().isInterrupted())
          throw new IllegalStateException("the status was kept");
      }
    }
  }
}
