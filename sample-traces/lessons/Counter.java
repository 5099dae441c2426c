import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Atomic reads and writes that are no atomic operation together; no main: for heddle env. */
public class Counter {
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
