import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool of two threads runs two counting tasks, returns their results and shuts down. */
public class SafePool {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicInteger done = new AtomicInteger();
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      all.add(pool.submit(done::incrementAndGet));
    }
    int sum = 0;
    for (Future<Integer> f : all) {
      sum += f.get();
    }
    pool.shutdown();
    assert pool.isShutdown();
    assert sum == 3 && done.get() == 2;
  }
}
