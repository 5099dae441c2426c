import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two tasks of a pool count with two calls on a map. Each call is atomic, but one increment may
 * be lost.
 */
public class ErrorPool {
  static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

  static void count() {
    Integer old = counts.get("key");
    counts.put("key", old == null ? 1 : old + 1);
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> a = pool.submit(ErrorPool::count);
    Future<?> b = pool.submit(ErrorPool::count);
    a.get();
    b.get();
    pool.shutdown();
    assert counts.get("key") == 2 : "a task was lost";
  }
}
