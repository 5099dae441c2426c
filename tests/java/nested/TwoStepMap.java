import java.util.concurrent.ConcurrentHashMap;

/** A user-defined map: two of its methods consist of two calls. */
public class TwoStepMap extends ConcurrentHashMap<Object, Object> {
  @Override
  public Object put(Object key, Object value) {
    Object old = get(key);
    super.put(key, value);
    return old;
  }

  @Override
  public Object get(Object key) {
    return containsKey(key) ? super.get(key) : "none";
  }
}
