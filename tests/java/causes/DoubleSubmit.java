import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A button pressed twice charges twice: the check and the mark are two steps. */
public class DoubleSubmit {
  enum State { OPEN, CHARGED }

  static class Order {
    volatile State state = State.OPEN;
    final AtomicInteger charges = new AtomicInteger();

    void submit() {
      if (state == State.OPEN) {
        charges.incrementAndGet();
        state = State.CHARGED;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Order order = new Order();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.submit(order::submit);
    pool.submit(order::submit);
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    if (order.charges.get() != 1) throw new AssertionError("charged " + order.charges + " times");
  }
}
