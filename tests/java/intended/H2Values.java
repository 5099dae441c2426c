import org.h2.value.Value;
import org.h2.value.ValueBigint;

/**
 * Two threads make the same database value. H2 keeps values that it has made in an array that any
 * thread reads and fills; a thread that finds another value there makes its own.
 */
public class H2Values {
  public static void main(String[] args) throws InterruptedException {
    Thread[] makers = new Thread[2];
    for (int i = 0; i < makers.length; i++) {
      makers[i] = new Thread(H2Values::make);
      makers[i].start();
    }
    for (Thread maker : makers) {
      maker.join();
    }
  }

  static void make() {
    Value value = ValueBigint.get(12_345);
    if (value.getLong() != 12_345) {
      throw new AssertionError(value);
    }
  }
}
