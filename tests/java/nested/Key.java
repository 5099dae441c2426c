import java.util.concurrent.atomic.AtomicInteger;

/** A key whose equality, hash, order and text depend on a variable that other threads write. */
public class Key implements Comparable<Object> {
  private final AtomicInteger shared;

  public Key(AtomicInteger shared) {
    this.shared = shared;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Key && shared.get() == ((Key) o).shared.get();
  }

  @Override
  public int hashCode() {
    return shared.get() & 1;
  }

  @Override
  public int compareTo(Object o) {
    return shared.get() - (o instanceof Key ? ((Key) o).shared.get() : 1);
  }

  @Override
  public String toString() {
    return shared.get() + ":" + shared.get();
  }
}
