import java.util.Vector;

/** A Vector of the program: two of its methods are two calls. */
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
