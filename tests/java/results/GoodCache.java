import java.util.concurrent.ConcurrentHashMap;
public class GoodCache {
  private final ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
  public Object get(String key) { return map.computeIfAbsent(key, k -> new Object()); }
  public void drop(String key) { map.remove(key); }
}
