// exhaustive: --contracts
// outcome: 3 12
// outcome: 3 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two tasks in a pool of two threads run in either order. */
public class PoolOfTwo {
  static String order = "";

  static synchronized int run(int n) {
    order += n;
    return n;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Integer> a = pool.submit(() -> run(1)), b = pool.submit(() -> run(2));
    int sum = a.get() + b.get();
    pool.shutdown();
    System.out.println(sum + " " + order);
  }
}
