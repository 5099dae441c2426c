import static org.testng.Assert.assertEquals;
import static org.testng.Assert.fail;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.SkipException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests for TestNG: some pass only in certain schedules, others in all schedules. */
public class CountingN {
  static int classes;
  final AtomicInteger atomic = new AtomicInteger();
  int ready;

  @BeforeClass public void once() { classes++; }
  @BeforeMethod public void up() {
    ready = 1;
    atomic.set(0);
  }
  @AfterMethod public void down() { assertEquals(ready, 1); }

  static void both(Runnable a, Runnable b) throws InterruptedException {
    Thread x = new Thread(a), y = new Thread(b);
    x.start();
    y.start();
    x.join();
    y.join();
  }

  @Test public void loses() throws Exception {
    both(() -> atomic.set(atomic.get() + 1), () -> atomic.set(atomic.get() + 1));
    assertEquals(atomic.get(), 2);
  }
  @Test(groups = "counters") public void counts() throws Exception {
    both(atomic::incrementAndGet, atomic::incrementAndGet);
    assertEquals(atomic.get(), 2);
    assertEquals(classes, 1);
  }
  @Test public void failsAside() throws Exception {
    both(() -> assertEquals(atomic.incrementAndGet(), 1), atomic::incrementAndGet);
  }
  @Test(timeOut = 50) public void limited() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Thread t = new Thread(latch::countDown);
    t.start();
    latch.await();
    t.join();
  }
  @Test(expectedExceptions = IllegalStateException.class)
  public void expects() {
    throw new IllegalStateException();
  }
  @Test public void skips() { throw new SkipException("later"); }
  @Test(enabled = false) public void disabled() { fail(); }
  /** Runs after the test it depends on, in the same search; that test changed the class's state. */
  @Test(dependsOnMethods = "remembers") public void depends() { assertEquals(classes, 11); }
  @Test(dependsOnGroups = "counters") public void dependsOnGroup() { assertEquals(classes, 1); }
  @Test(dependsOnMethods = "expects") public void remembers() { classes += 10; }

  @DataProvider public Object[][] sizes() { return new Object[][] {{1, "one"}, {2, "two"}}; }
  @Test(dataProvider = "sizes") public void sized(int threads, String name) throws Exception {
    Runnable r = () -> atomic.set(atomic.get() + 1);
    both(r, threads > 1 ? r : () -> {});
    assertEquals(atomic.get(), threads);
  }
  @Test(invocationCount = 2) public void repeated() { assertEquals(atomic.getAndIncrement(), 0); }
}
