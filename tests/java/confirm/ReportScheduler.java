import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A periodic report that cancels itself after one round. Bug: the task may run before the
 * constructor's caller has stored its future, so it finds null and its exception ends it: get
 * throws.
 */
public class ReportScheduler {
  private volatile ScheduledFuture<?> handle;
  private int rounds;
  private final CountDownLatch finished = new CountDownLatch(1);

  private void report() {
    rounds++;
    if (rounds == 1) {
      try {
        handle.cancel(false);
      } finally {
        finished.countDown();
      }
    }
  }

  void start(ScheduledExecutorService timer) {
    handle = timer.scheduleAtFixedRate(this::report, 0, 50, TimeUnit.MILLISECONDS);
  }

  public static void main(String[] args) throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    ReportScheduler scheduler = new ReportScheduler();
    scheduler.start(timer);
    scheduler.finished.await();
    timer.shutdown();
    if (!scheduler.handle.isCancelled()) {
      scheduler.handle.get();
    }
    System.out.println("reports: " + scheduler.rounds);
  }
}
