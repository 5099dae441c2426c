import java.util.concurrent.CountDownLatch;

/** Each of two threads takes its lock and then, certainly, the other's: a deadlock in each run. */
public class Stuck {
  public static void main(String[] args) {
    Object[] locks = {new Object(), new Object()};
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      int own = i;
      new Thread(() -> {
        synchronized (locks[own]) {
          both.countDown();
          try {
            both.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          synchronized (locks[1 - own]) {
            both.countDown();
          }
        }
      }).start();
    }
  }
}
