import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A delayed task and its result. */
public class SafeScheduled {
  public static void main(String[] args) throws Exception {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    ScheduledFuture<Integer> later = pool.schedule(() -> 7, 10, TimeUnit.MILLISECONDS);
    assert later.get() == 7;
    pool.shutdown();
  }
}
