import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** A periodic task that fails once does not run again. */
public class PeriodicFails {
  public static void main(String[] a) throws Exception {
    var ses = Executors.newSingleThreadScheduledExecutor();
    var ticks = new CountDownLatch(2);
    var n = new AtomicInteger();
    ses.scheduleAtFixedRate(() -> {
      if (n.incrementAndGet() == 2)
        throw new IllegalStateException("boom");
      ticks.countDown();
    }, 0, 10, TimeUnit.MILLISECONDS);
    ticks.await();
    ses.shutdownNow();
  }
}
