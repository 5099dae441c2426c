import java.util.Vector;

/** A user-defined Vector: two of its methods consist of two calls. */
public class TwoStepVector extends Vector<Object> {
  @Override
  public boolean add(Object o) {
    return !contains(o) && super.add(o);
  }

  @Override
  public String toString() {
    return size() + super.toString();
  }
}
