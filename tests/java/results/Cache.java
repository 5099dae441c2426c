import java.util.concurrent.ConcurrentHashMap;
public class Cache {
  private final ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
  public Object get(String key) {
    if (!map.containsKey(key)) map.put(key, new Object());
    return map.get(key);
  }
  public void drop(String key) { map.remove(key); }
}
