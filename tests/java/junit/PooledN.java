import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/**
 * TestNG's own pool runs a test in two threads; both write fields of TestNG without ordering.
 */
public class PooledN {
  final AtomicInteger atomic = new AtomicInteger();

  @Test(threadPoolSize = 2, invocationCount = 2) public void counts() { atomic.incrementAndGet(); }
  @Test(threadPoolSize = 2, invocationCount = 2)
  public void fails() {
    if (atomic.incrementAndGet() == 2) throw new IllegalStateException("second");
  }
}
