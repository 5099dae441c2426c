import java.util.concurrent.CountDownLatch;

/**
 * A join of an unstarted thread returns at once; a join of a started thread waits. Both orders
 * are possible.
 */
public class SoundJoinLate {
  static volatile boolean go;

  public static void main(String[] args) {
    CountDownLatch latch = new CountDownLatch(1);
    Thread late = new Thread(() -> {
      try {
        latch.await();
      } catch (InterruptedException e) {
        return;
      }
    });
    new Thread(() -> {
      go = true;
      try {
        late.join();
      } catch (InterruptedException e) {
        return;
      }
      latch.countDown();
    }).start();
    while (!go) Thread.yield();
    late.start();
  }
}
