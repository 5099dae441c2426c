import java.util.concurrent.ConcurrentHashMap;

/**
 * ConcurrentHashMap publishes writes made before a put, and its compute methods are atomic.
 */
public class SharedMaps {
  static final ConcurrentHashMap<String, int[]> cells = new ConcurrentHashMap<>();
  static final ConcurrentHashMap<String, Integer> sums = new ConcurrentHashMap<>();

  static void work(int n) {
    int[] own = {n};
    int[] first = cells.putIfAbsent("k", own);
    if (first != null && first[0] == n) throw new IllegalStateException("another's cell");
    sums.merge("s", n, Integer::sum);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> work(1));
    t.start();
    work(2);
    t.join();
    if (sums.get("s") != 3) throw new IllegalStateException("lost");
  }
}
