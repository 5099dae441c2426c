// Three tasks of a pool each add one, not atomically. To lose two updates takes two preemptions
// inside java.util.concurrent, far from the first paths of a depth-first search.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PoolLoses {
  static volatile int count;

  public static void main(String[] args) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 3; i++) pool.submit(() -> { count++; });
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    if (count < 2) throw new IllegalStateException("lost " + (3 - count));
  }
}
