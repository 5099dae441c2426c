import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two sources put log lines and a poison pill each into a bounded queue. Bug: the shipper stops at
 * the first pill, so that the other source may block in put forever.
 */
public class LogShipper {
  private static final String PILL = new String("<end>");
  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);

  private void produce(String source) {
    try {
      queue.put(source + " started");
      queue.put(PILL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int ship() throws InterruptedException {
    int shipped = 0;
    for (String line = queue.take(); line != PILL; line = queue.take()) {
      shipped++;
    }
    return shipped;
  }

  public static void main(String[] args) throws Exception {
    LogShipper shipper = new LogShipper();
    ExecutorService pool = Executors.newCachedThreadPool();
    Future<Integer> shipped = pool.submit(shipper::ship);
    for (String source : new String[] {"web", "db"}) {
      pool.execute(() -> shipper.produce(source));
    }
    System.out.println("shipped " + shipped.get());
    pool.shutdown();
  }
}
