import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A map with synchronized calls, and an iteration over it that is not. */
public class Registry {
  private final Map<Object, Object> all = Collections.synchronizedMap(new HashMap<>());
  public boolean register(Object name, Object value) {
    return all.putIfAbsent(name, value) == null;
  }
  public boolean unregister(Object name) {
    return all.remove(name) != null;
  }
  public boolean isRegistered(Object value) {
    for (Object v : all.values()) if (v.equals(value)) return true;
    return false;
  }
}
