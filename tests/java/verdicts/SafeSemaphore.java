import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Two permits for three threads; with an argument, three permits and one thread too many. */
public class SafeSemaphore {
  static final AtomicInteger inside = new AtomicInteger();

  public static void main(String[] args) throws InterruptedException {
    Semaphore places = new Semaphore(args.length > 0 ? 3 : 2);
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        places.acquireUninterruptibly();
        int n = inside.incrementAndGet();
        assert n <= 2 : "too many";
        inside.decrementAndGet();
        places.release();
      });
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
  }
}
