package org.apache.commons.lang3.concurrent;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.concurrent.locks.LockingVisitors;
import org.junit.Test;

/**
 * Circuit breakers, Memoizer, TimedSemaphore, BasicThreadFactory and LockingVisitors, in the
 * style of commons-lang3's own tests.
 */
public class BreakersTest {
  static void twice(Runnable r) throws InterruptedException {
    Thread[] t = {new Thread(r), new Thread(r)};
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
  }

  // ---- breakers ----

  @Test public void thresholdOpens() {
    ThresholdCircuitBreaker b = new ThresholdCircuitBreaker(10);
    assertFalse(b.incrementAndCheckState(9L)); /* the result says whether the breaker is open */
    assertTrue(b.incrementAndCheckState(2L));
    assertTrue(b.checkState());
    b.close();
    assertFalse(b.checkState());
  }
  @Test public void thresholdByTwo() throws Exception {
    ThresholdCircuitBreaker b = new ThresholdCircuitBreaker(3);
    twice(() -> b.incrementAndCheckState(2L));
    assertTrue(b.isOpen());
  }
  @Test public void eventsOpen() {
    EventCountCircuitBreaker b = new EventCountCircuitBreaker(2, 1, TimeUnit.HOURS);
    assertTrue(b.incrementAndCheckState());
    assertTrue(b.incrementAndCheckState());
    assertFalse(b.incrementAndCheckState());
    assertFalse(b.checkState());
  }
  @Test public void eventsByTwo() throws Exception {
    EventCountCircuitBreaker b = new EventCountCircuitBreaker(1, 1, TimeUnit.HOURS);
    twice(b::incrementAndCheckState);
    assertTrue(b.isOpen());
  }
  @Test public void eventsAgainOpen() {
    EventCountCircuitBreaker b = new EventCountCircuitBreaker(1, 1, TimeUnit.SECONDS);
    b.open();
    b.close();
    assertTrue(b.isClosed());
  }
  /** If two threads open the breaker, only one notifies the listeners. */
  @Test public void oneChangeIsHeard() throws Exception {
    EventCountCircuitBreaker b = new EventCountCircuitBreaker(1, 1, TimeUnit.HOURS);
    AtomicInteger heard = new AtomicInteger();
    b.addChangeListener(e -> heard.incrementAndGet());
    twice(b::open);
    assertEquals(1, heard.get());
  }

  // ---- Memoizer ----

  @Test public void memoizesOnce() throws Exception {
    AtomicInteger computed = new AtomicInteger();
    Memoizer<Integer, Integer> m = new Memoizer<>((Computable<Integer, Integer>) k -> {
      computed.incrementAndGet();
      return k * 2;
    });
    twice(() -> {
      try {
        assertEquals(Integer.valueOf(8), m.compute(4));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    assertEquals(1, computed.get());
  }
  @Test(expected = IllegalStateException.class) public void memoizesFailure() throws Exception {
    Memoizer<Integer, Integer> m = new Memoizer<>((Computable<Integer, Integer>) k -> {
      throw new IllegalStateException();
    });
    m.compute(1);
  }
  @Test public void recalculates() throws Exception {
    AtomicInteger n = new AtomicInteger();
    Memoizer<Integer, Integer> m = new Memoizer<>((Computable<Integer, Integer>) k -> {
      if (n.incrementAndGet() == 1) throw new InterruptedException();
      return n.get();
    }, true);
    try {
      m.compute(1);
      throw new AssertionError("no failure");
    } catch (IllegalStateException | InterruptedException expected) {
      assertNotNull(expected);
    }
    assertEquals(Integer.valueOf(2), m.compute(1));
  }

  // ---- TimedSemaphore ----

  /** Counts the ended periods without waiting for one. */
  static class Counted extends TimedSemaphore {
    final AtomicInteger periods = new AtomicInteger();

    Counted(ScheduledThreadPoolExecutor s, int limit) { super(s, 1, TimeUnit.HOURS, limit); }

    @Override synchronized void endOfPeriod() {
      periods.incrementAndGet();
      super.endOfPeriod();
    }
    void end() { endOfPeriod(); }
  }

  @Test public void semaphoreLimits() {
    ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
    Counted c = new Counted(s, 2);
    assertTrue(c.tryAcquire());
    assertTrue(c.tryAcquire());
    assertFalse(c.tryAcquire());
    assertEquals(0, c.getAvailablePermits());
    c.shutdown();
    s.shutdownNow();
  }
  @Test public void semaphoreNextPeriod() throws Exception {
    ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
    Counted c = new Counted(s, 1);
    c.acquire();
    Thread waiting = new Thread(() -> {
      try {
        c.acquire();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    waiting.start();
    c.end();
    c.end();
    waiting.join();
    s.shutdownNow();
    assertTrue(c.getLastAcquiresPerPeriod() <= 1);
  }
  @Test public void semaphoreByTwo() throws Exception {
    ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
    Counted c = new Counted(s, 1);
    AtomicInteger got = new AtomicInteger();
    twice(() -> { if (c.tryAcquire()) got.incrementAndGet(); });
    s.shutdownNow();
    assertEquals(1, got.get());
  }
  @Test(expected = IllegalStateException.class)
  public void semaphoreAfterShutdown() throws Exception {
    TimedSemaphore t = new TimedSemaphore(1, TimeUnit.HOURS, 1);
    t.shutdown();
    t.acquire();
  }

  // ---- BasicThreadFactory ----

  @Test public void factoryNames() throws Exception {
    BasicThreadFactory f = new BasicThreadFactory.Builder()
                               .namingPattern("worker-%d")
                               .daemon(true)
                               .priority(7)
                               .build();
    Thread t = f.newThread(() -> {});
    assertEquals("worker-1", t.getName());
    assertTrue(t.isDaemon());
    assertEquals(7, t.getPriority());
    assertEquals("worker-2", f.newThread(() -> {}).getName());
    assertEquals(2, f.getThreadCount());
  }
  @Test public void factoryByTwo() throws Exception {
    BasicThreadFactory f = new BasicThreadFactory.Builder().namingPattern("w%d").build();
    String[] names = new String[2];
    AtomicInteger at = new AtomicInteger();
    twice(() -> names[at.getAndIncrement()] = f.newThread(() -> {}).getName());
    assertEquals(2, f.getThreadCount());
    assertFalse(names[0].equals(names[1]));
  }
  @Test public void factoryHandler() throws Exception {
    Throwable[] caught = new Throwable[1];
    RuntimeException failure = new RuntimeException("test");
    BasicThreadFactory f =
        new BasicThreadFactory.Builder().uncaughtExceptionHandler((t, e) -> caught[0] = e).build();
    Thread t = f.newThread(() -> { throw failure; });
    t.start();
    t.join();
    assertSame(failure, caught[0]);
  }

  // ---- LockingVisitors ----

  @Test public void visitorsCount() throws Exception {
    var visitor = LockingVisitors.reentrantReadWriteLockVisitor(new int[1]);
    twice(() -> visitor.acceptWriteLocked(a -> a[0]++));
    assertEquals(Integer.valueOf(2), visitor.applyReadLocked(a -> a[0]));
  }
  @Test public void visitorsReadTogether() throws Exception {
    var visitor = LockingVisitors.reentrantReadWriteLockVisitor(new int[] {7});
    CountDownLatch both = new CountDownLatch(2);
    twice(() -> visitor.acceptReadLocked(a -> {
      both.countDown();
      try {
        both.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      assertEquals(7, a[0]);
    }));
  }
  /** A stamped lock is not reentrant: the error is in this test. */
  @Test public void visitorsNested() {
    var visitor = LockingVisitors.stampedLockVisitor(new int[1]);
    visitor.acceptWriteLocked(a -> visitor.acceptWriteLocked(b -> b[0]++));
  }
}
