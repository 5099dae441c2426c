import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;
import static org.junit.Assume.assumeTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Tests for JUnit 4: some pass only in certain schedules, others in all schedules. */
public class Counting4 {
  static int classes;
  int plain, ready;
  final AtomicInteger atomic = new AtomicInteger();

  @BeforeClass public static void once() { classes++; }
  @Before public void up() { ready = 1; }
  @After public void down() { assertEquals(1, ready); }

  static void both(Runnable a, Runnable b) throws InterruptedException {
    Thread x = new Thread(a), y = new Thread(b);
    x.start();
    y.start();
    x.join();
    y.join();
  }

  @Test public void races() throws Exception {
    both(() -> plain++, () -> plain++);
    assertEquals(2, plain);
  }
  @Test public void loses() throws Exception {
    both(() -> atomic.set(atomic.get() + 1), () -> atomic.set(atomic.get() + 1));
    assertEquals(2, atomic.get());
  }
  /** The thread of the test may be preempted between any two operations. */
  @Test public void leavesMain() throws Exception {
    both(() -> {}, () -> {});
    Thread t = new Thread(() -> assertTrue("between", atomic.get() != 1));
    t.start();
    atomic.set(1);
    atomic.set(2);
    t.join();
  }
  @Test public void counts() throws Exception {
    both(atomic::incrementAndGet, atomic::incrementAndGet);
    assertEquals(2, atomic.get());
    assertEquals(1, classes);
  }
  /** JUnit itself would miss this: the assertion fails in a thread that the test started. */
  @Test public void failsAside() throws Exception {
    both(() -> assertTrue(atomic.incrementAndGet() < 2), () -> {});
    both(() -> {}, () -> assertTrue("aside", atomic.incrementAndGet() < 2));
  }
  @Test public void deadlocks() throws Exception {
    Object l = new Object(), m = new Object();
    both(() -> { synchronized (l) { synchronized (m) { plain++; } } }, () -> { synchronized (m) { synchronized (l) { plain++; } } });
  }
  @Test(timeout = 50) public void limited() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(latch::countDown).start();
    latch.await();
  }
  @Test public void leavesAPool() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    assertEquals(Integer.valueOf(4), pool.submit(() -> 4).get());
  }
  @Test(expected = IllegalStateException.class) public void expects() throws Exception {
    both(() -> {}, () -> {});
    throw new IllegalStateException();
  }
  @Test public void assumes() { assumeTrue(ready == 2); fail(); }
  @Ignore("later") @Test public void ignored() { fail(); }

  @RunWith(Parameterized.class)
  public static class Sized {
    @Parameterized.Parameters(name = "{0} threads") public static Collection<Integer> data() { return Arrays.asList(1, 2); }
    @Parameterized.Parameter public int threads;
    final AtomicInteger n = new AtomicInteger();
    @Test public void loses() throws Exception {
      Runnable r = () -> n.set(n.get() + 1);
      both(r, threads > 1 ? r : () -> {});
      assertEquals(threads, n.get());
    }
  }

  @Ignore("whole") public static class Whole {
    @Test public void never() { fail(); }
  }
}
