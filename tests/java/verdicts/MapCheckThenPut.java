import java.util.concurrent.*;

/** Reads a ConcurrentHashMap, then puts: an update is lost. */
public class MapCheckThenPut {
  static final ConcurrentMap<String, Integer> stock = new ConcurrentHashMap<>();
  static void add(String k) {
    Integer v = stock.get(k);
    stock.put(k, v == null ? 1 : v + 1);
  }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> add("apple"));
    t.start();
    add("apple");
    t.join();
    if (stock.get("apple") != 2)
      throw new IllegalStateException("lost: " + stock);
  }
}
