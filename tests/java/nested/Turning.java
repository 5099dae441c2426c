import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;

/** Orders by text, ascending or descending, depending on a shared variable. */
public class Turning implements Comparator<Object> {
  private final AtomicInteger shared;

  public Turning(AtomicInteger shared) {
    this.shared = shared;
  }

  @Override
  public int compare(Object a, Object b) {
    int order = a.toString().compareTo(b.toString());
    return shared.get() > 0 ? order : -order;
  }
}
