import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Each task waits for another task of its own pool. Two of them starve a pool of two threads if
 * both start before either is done.
 */
public class DeadPool {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  static int outer() throws Exception {
    return pool.submit(() -> 1).get();
  }

  public static void main(String[] args) throws Exception {
    Future<Integer> a = pool.submit(DeadPool::outer);
    Future<Integer> b = pool.submit(DeadPool::outer);
    assert a.get() + b.get() == 2;
    pool.shutdown();
  }
}
