import static org.junit.jupiter.api.Assertions.*;

import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.util.concurrent.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import org.junit.jupiter.api.Test;

/** Classes of Guava that threads share, in the style of the library's own tests. */
class SharedTest {
  @Test void settableFuture() throws Exception {
    SettableFuture<String> f = SettableFuture.create();
    Thread t = new Thread(() -> f.set("x"));
    t.start();
    assertEquals("x", f.get(5, TimeUnit.SECONDS));
    t.join();
  }
  @Test void settableFutureRace() throws Exception {
    SettableFuture<String> f = SettableFuture.create();
    AtomicInteger won = new AtomicInteger(), heard = new AtomicInteger();
    f.addListener(heard::incrementAndGet, MoreExecutors.directExecutor());
    Thread t = new Thread(() -> {
      if (f.cancel(true)) won.incrementAndGet();
    });
    t.start();
    if (f.set("y")) won.incrementAndGet();
    t.join();
    assertEquals(1, won.get());
    assertEquals(1, heard.get());
  }
  @Test void getWithTimeout() {
    SettableFuture<String> f = SettableFuture.create();
    assertThrows(TimeoutException.class, () -> f.get(10, TimeUnit.MILLISECONDS));
  }
  @Test void setFuture() throws Exception {
    SettableFuture<String> a = SettableFuture.create(), b = SettableFuture.create();
    a.setFuture(b);
    Thread t = new Thread(() -> b.setException(new IllegalStateException("no")));
    t.start();
    ExecutionException e = assertThrows(ExecutionException.class, a::get);
    assertEquals("no", e.getCause().getMessage());
    t.join();
  }
  @Test void allAsList() throws Exception {
    SettableFuture<Integer> a = SettableFuture.create(), b = SettableFuture.create();
    ListenableFuture<List<Integer>> l = Futures.allAsList(a, b);
    Thread t = new Thread(() -> a.set(1));
    t.start();
    b.set(2);
    assertEquals(Arrays.asList(1, 2), l.get());
    t.join();
  }
  @Test void directExecutorService() throws Exception {
    ExecutorService e = MoreExecutors.newDirectExecutorService();
    CyclicBarrier barrier = new CyclicBarrier(2);
    Thread t = new Thread(() -> e.execute(() -> {
      try {
        barrier.await(1, TimeUnit.SECONDS);
        barrier.await(1, TimeUnit.SECONDS);
      } catch (Exception x) {
        throw new AssertionError(x);
      }
    }));
    t.start();
    barrier.await(1, TimeUnit.SECONDS);
    e.shutdown();
    assertTrue(e.isShutdown());
    assertFalse(e.isTerminated());
    barrier.await(1, TimeUnit.SECONDS);
    assertTrue(e.awaitTermination(20, TimeUnit.SECONDS));
    t.join();
  }
  @Test void rateLimiterSimple() {
    RateLimiter r = RateLimiter.create(5.0);
    r.acquire();
    double waited = r.acquire();
    assertTrue(waited >= 0 && waited <= 0.2);
  }
  @Test void rateLimiterTry() {
    RateLimiter r = RateLimiter.create(1.0);
    assertTrue(r.tryAcquire());
    assertFalse(r.tryAcquire());
    assertTrue(r.tryAcquire(2, TimeUnit.SECONDS));
  }
  @Test void rateLimiterWarm() {
    RateLimiter r = RateLimiter.create(2.0, 4000, TimeUnit.MILLISECONDS);
    assertEquals(0.0, r.acquire(), 0.0);
    assertEquals(2.0, r.getRate());
  }
  @Test void monitorGuard() throws Exception {
    Monitor m = new Monitor();
    AtomicBoolean flag = new AtomicBoolean();
    Monitor.Guard g = m.newGuard(flag::get);
    Thread t = new Thread(() -> {
      m.enter();
      flag.set(true);
      m.leave();
    });
    t.start();
    m.enterWhen(g);
    assertTrue(flag.get());
    m.leave();
    t.join();
  }
  @Test void monitorTimed() throws Exception {
    Monitor m = new Monitor();
    Monitor.Guard g = m.newGuard(() -> false);
    assertFalse(m.enterWhen(g, 10, TimeUnit.MILLISECONDS));
    assertTrue(m.tryEnter());
    assertFalse(m.waitFor(g, 10, TimeUnit.MILLISECONDS));
    m.leave();
  }
  @Test void striped() throws Exception {
    Striped<Lock> s = Striped.lock(2);
    int[] n = {0};
    Runnable r = () -> {
      Lock l = s.get("k");
      l.lock();
      n[0]++;
      l.unlock();
    };
    Thread t = new Thread(r);
    t.start();
    r.run();
    t.join();
    assertEquals(2, n[0]);
  }
  @Test void stripedLazy() throws Exception {
    Striped<ReadWriteLock> s = Striped.lazyWeakReadWriteLock(3);
    AtomicReference<Object> o = new AtomicReference<>();
    Thread t = new Thread(() -> o.set(s.getAt(1)));
    t.start();
    ReadWriteLock mine = s.getAt(1);
    t.join();
    assertSame(mine, o.get());
  }
  @Test void cacheEvicts() {
    List<String> gone = new ArrayList<>();
    Cache<String, Integer> c = CacheBuilder.newBuilder()
        .maximumSize(1)
        .concurrencyLevel(1)
        .recordStats()
        .removalListener(
            (RemovalNotification<String, Integer> n) -> gone.add(n.getKey() + n.getCause()))
        .build();
    c.put("a", 1);
    c.put("b", 2);
    assertEquals(Arrays.asList("aSIZE"), gone);
    assertNull(c.getIfPresent("a"));
    assertEquals(1, c.stats().missCount());
  }
  @Test void cacheExpires() throws Exception {
    Cache<String, Integer> c =
        CacheBuilder.newBuilder().expireAfterWrite(10, TimeUnit.MILLISECONDS).build();
    c.put("a", 1);
    Thread.sleep(20);
    assertNull(c.getIfPresent("a"));
  }
  @Test void cacheWeak() {
    Cache<Object, Object> c = CacheBuilder.newBuilder().weakKeys().softValues().build();
    Object k = new Object();
    c.put(k, "v");
    System.gc();
    assertEquals("v", c.getIfPresent(k));
  }
  @Test void serviceFails() {
    Service s = new AbstractExecutionThreadService() {
      @Override protected void run() { throw new UnsupportedOperationException("boo"); }
    };
    s.startAsync();
    assertThrows(IllegalStateException.class, s::awaitTerminated);
    assertEquals(Service.State.FAILED, s.state());
  }
  @Test void atomicDouble() throws Exception {
    AtomicDouble d = new AtomicDouble();
    Thread t = new Thread(() -> d.addAndGet(0.5));
    t.start();
    d.addAndGet(1.5);
    t.join();
    assertEquals(2.0, d.get());
    AtomicDoubleArray a = new AtomicDoubleArray(2);
    assertTrue(a.compareAndSet(0, 0.0, 1.0));
  }
  @Test void uninterruptibles() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread t = new Thread(() -> {
      Uninterruptibles.awaitUninterruptibly(l);
      interrupted.set(Thread.currentThread().isInterrupted());
    });
    t.start();
    t.interrupt();
    l.countDown();
    t.join();
    assertTrue(interrupted.get());
  }
  @Test void cycleDetecting() {
    CycleDetectingLockFactory f =
        CycleDetectingLockFactory.newInstance(CycleDetectingLockFactory.Policies.THROW);
    ReentrantLock a = f.newReentrantLock("A"), b = f.newReentrantLock("B");
    a.lock();
    b.lock();
    b.unlock();
    a.unlock();
    b.lock();
    assertThrows(CycleDetectingLockFactory.PotentialDeadlockException.class, a::lock);
    b.unlock();
  }
  @Test void threadFactoryBuilder() throws Exception {
    AtomicReference<Throwable> x = new AtomicReference<>();
    Thread t = new ThreadFactoryBuilder()
                   .setNameFormat("w-%d")
                   .setDaemon(true)
                   .setUncaughtExceptionHandler((th, e) -> x.set(e))
                   .build()
                   .newThread(() -> { throw new IllegalStateException("1"); });
    assertEquals("w-0", t.getName());
    t.start();
    t.join();
    assertNotNull(x.get());
  }
  @Test void interners() throws Exception {
    Interner<String> i = Interners.newStrongInterner();
    String[] r = new String[2];
    Thread t = new Thread(() -> r[0] = i.intern(new String("a")));
    t.start();
    r[1] = i.intern(new String("a"));
    t.join();
    assertSame(r[0], r[1]);
  }
  @Test void multiset() throws Exception {
    ConcurrentHashMultiset<String> m = ConcurrentHashMultiset.create();
    Thread t = new Thread(() -> m.add("a"));
    t.start();
    m.add("a");
    t.join();
    assertEquals(2, m.count("a"));
  }
}
