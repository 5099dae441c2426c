import java.util.Objects;

/** Two objects that other threads may change: equality, hash and text read both. */
public class Pair {
  private final Object one;
  private final Object two;

  public Pair(Object one, Object two) {
    this.one = one;
    this.two = two;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Pair && one.equals(((Pair) o).one) && two.equals(((Pair) o).two);
  }

  @Override
  public int hashCode() {
    return Objects.hash(one, two);
  }

  @Override
  public String toString() {
    return one + "/" + two;
  }
}
