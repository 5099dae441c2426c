import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Two tasks of a pool await one latch and count down another. */
public class SafeLatchPool {
  public static void main(String[] args) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(2);
    AtomicInteger count = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> {
        try {
          go.await();
          count.incrementAndGet();
          done.countDown();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      });
    }
    go.countDown();
    done.await();
    pool.shutdown();
    assert count.get() == 2;
  }
}
