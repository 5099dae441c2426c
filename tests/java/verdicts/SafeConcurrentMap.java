import java.util.concurrent.ConcurrentHashMap;

/** Two threads merge into one key of a ConcurrentHashMap. */
public class SafeConcurrentMap {
  public static void main(String[] args) throws InterruptedException {
    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    map.put("k", 0);
    Thread t = new Thread(() -> map.merge("k", 1, Integer::sum));
    t.start();
    map.merge("k", 1, Integer::sum);
    t.join();
    assert map.get("k") == 2;
  }
}
