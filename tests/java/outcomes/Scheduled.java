// random only: a pool has too many interleavings inside
// outcome: ab
// outcome: ba

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Two delayed tasks run in a pool of two threads. The later task can overtake the earlier one if
 * the thread of the earlier one is slow.
 */
public class Scheduled {
  static final StringBuffer log = new StringBuffer();

  public static void main(String[] args) throws Exception {
    ScheduledExecutorService e = Executors.newScheduledThreadPool(2);
    e.schedule(() -> log.append("b"), 2, TimeUnit.MILLISECONDS);
    e.schedule(() -> log.append("a"), 1, TimeUnit.MILLISECONDS);
    e.shutdown();
    while (!e.awaitTermination(1, TimeUnit.HOURS)) log.append("");
    System.out.println(log);
  }
}
