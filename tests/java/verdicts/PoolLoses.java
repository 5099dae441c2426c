// Three tasks of a pool add one each, not atomically. It takes two preemptions inside of java.util.concurrent's own steps to lose two of
// them: far from what a depth-first search looks at first.
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
