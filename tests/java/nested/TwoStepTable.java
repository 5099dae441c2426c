import java.util.Hashtable;

/** A user-defined Hashtable: two of its methods consist of two calls. */
public class TwoStepTable extends Hashtable<Object, Object> {
  @Override
  public Object remove(Object key) {
    return containsKey(key) ? super.remove(key) : "none";
  }

  @Override
  public boolean contains(Object value) {
    return !isEmpty() && super.contains(value);
  }
}
