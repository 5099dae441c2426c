import java.util.HashMap;
import java.util.Map;

/** A user class with a contract that can be shown (cli/contracts), and two threads that use it. */
public class OwnCache {
  private final Map<Object, Object> map = new HashMap<>();
  private int hits;

  public synchronized Object get(Object key) {
    Object value = map.get(key);
    if (value != null) hits++;
    return value;
  }

  public synchronized void put(Object key, Object value) {
    map.put(key, value);
  }

  public synchronized int hits() {
    return hits;
  }

  /** Takes several steps; other threads may run in between. */
  public void swap(Object a, Object b) {
    Object old = get(a);
    put(a, get(b));
    put(b, old);
  }

  public static void main(String[] args) throws Exception {
    OwnCache cache = new OwnCache();
    cache.put("a", 1);
    Thread other = new Thread(() -> use(cache, 2));
    other.start();
    use(cache, 3);
    other.join();
    assert cache.hits() == 4 : "not counted";
  }

  private static void use(OwnCache cache, int value) {
    cache.get("a");
    cache.put("b", value);
    cache.get("b");
  }
}
