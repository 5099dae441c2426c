import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Hands out consecutive numbers. It has no main method: it is for heddle env. */
public class Tickets {
  private final AtomicInteger value = new AtomicInteger();

  public int next() {
    return change(v -> v + 1);
  }

  private int change(IntUnaryOperator how) {
    int seen = value.get();
    value.set(how.applyAsInt(seen));
    return value.get();
  }
}
