import com.google.common.collect.ImmutableMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two tasks read one ImmutableMap, whose documentation promises that it can be shared freely. It
 * makes the sets of its keys and entries when they are first asked for, and keeps them in plain
 * fields. A thread that finds none makes another one.
 */
public class GuavaViews {
  static final ImmutableMap<String, Integer> STOCK = ImmutableMap.of("tea", 3, "milk", 4);

  public static void main(String[] args) throws ExecutionException, InterruptedException {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<Integer> counted = pool.submit(GuavaViews::pieces);
    int here = pieces();
    pool.shutdown();
    if (here != 7 || counted.get() != 7) {
      throw new AssertionError(here);
    }
  }

  static int pieces() {
    int n = 0;
    for (String name : STOCK.keySet()) {
      n += STOCK.get(name);
    }
    for (var entry : STOCK.entrySet()) {
      n += entry.getValue();
    }
    return n / 2;
  }
}
