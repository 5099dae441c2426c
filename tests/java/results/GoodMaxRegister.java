import java.util.concurrent.atomic.AtomicInteger;

/** {@link MaxRegister} with a compare-and-set loop. */
public class GoodMaxRegister {
  private final AtomicInteger max = new AtomicInteger();

  public void writeMax(int value) {
    for (int m = max.get(); value > m; m = max.get())
      if (max.compareAndSet(m, value)) return;
  }

  public int readMax() {
    return max.get();
  }
}
