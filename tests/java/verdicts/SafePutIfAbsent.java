import java.util.concurrent.ConcurrentHashMap;

/** putIfAbsent is atomic. */
public class SafePutIfAbsent {
  static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

  static void register() {
    Integer old = map.putIfAbsent("k", 1);
    if (old != null && old != 1) {
      throw new IllegalStateException("registered twice");
    }
  }

  public static void main(String[] args) {
    new Thread(SafePutIfAbsent::register).start();
    register();
  }
}
