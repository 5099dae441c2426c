import java.util.Hashtable;

/** A table of the program: two of its methods are two calls. */
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
