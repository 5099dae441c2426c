import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.concurrent.AtomicInitializer;
import org.apache.commons.lang3.concurrent.AtomicSafeInitializer;
import org.apache.commons.lang3.concurrent.BackgroundInitializer;
import org.apache.commons.lang3.concurrent.CallableBackgroundInitializer;
import org.apache.commons.lang3.concurrent.ConcurrentException;
import org.apache.commons.lang3.concurrent.ConcurrentInitializer;
import org.apache.commons.lang3.concurrent.ConcurrentRuntimeException;
import org.apache.commons.lang3.concurrent.ConcurrentUtils;
import org.apache.commons.lang3.concurrent.ConstantInitializer;
import org.apache.commons.lang3.concurrent.LazyInitializer;
import org.apache.commons.lang3.concurrent.MultiBackgroundInitializer;
import org.junit.jupiter.api.Test;

/**
 * The initializers of commons-lang3's package concurrent, in the style of the library's own tests.
 */
class InitializersTest {
  static final int THREADS = 2;

  /** Several threads call get at the same time: all get the same object. */
  static <T> T askedAtOnce(ConcurrentInitializer<T> initializer) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    Object[] got = new Object[THREADS];
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int k = i;
      threads[i] = new Thread(() -> {
        try {
          start.await();
          got[k] = initializer.get();
        } catch (InterruptedException | ConcurrentException e) {
          throw new AssertionError(e);
        }
      });
      threads[i].start();
    }
    start.countDown();
    for (Thread t : threads) t.join();
    T managed = initializer.get();
    for (Object o : got) assertSame(managed, o);
    return managed;
  }

  @Test void lazyGet() throws ConcurrentException {
    ConcurrentInitializer<Object> i = new LazyInitializer<>() {
      @Override protected Object initialize() { return new Object(); }
    };
    Object managed = i.get();
    assertNotNull(managed);
    assertSame(managed, i.get());
  }
  @Test void lazyAskedAtOnce() throws Exception {
    AtomicInteger made = new AtomicInteger();
    assertNotNull(askedAtOnce(new LazyInitializer<>() {
      @Override protected Object initialize() { made.incrementAndGet(); return new Object(); }
    }));
    assertEquals(1, made.get());
  }
  @Test void atomicAskedAtOnce() throws Exception {
    assertNotNull(askedAtOnce(new AtomicInitializer<>() {
      @Override protected Object initialize() { return new Object(); }
    }));
  }
  /** The class does not promise this: each thread may call initialize. */
  @Test void atomicMakesOne() throws Exception {
    AtomicInteger made = new AtomicInteger();
    askedAtOnce(new AtomicInitializer<>() {
      @Override protected Object initialize() { made.incrementAndGet(); return new Object(); }
    });
    assertEquals(1, made.get());
  }
  @Test void atomicSafeMakesOne() throws Exception {
    AtomicInteger made = new AtomicInteger();
    askedAtOnce(new AtomicSafeInitializer<>() {
      @Override protected Object initialize() { made.incrementAndGet(); return new Object(); }
    });
    assertEquals(1, made.get());
  }
  @Test void constant() throws Exception {
    ConstantInitializer<Integer> i = new ConstantInitializer<>(42);
    assertEquals(42, i.get());
    assertEquals(42, askedAtOnce(i));
    assertEquals(new ConstantInitializer<>(42), i);
  }

  // ---- BackgroundInitializer ----

  static class Counted extends BackgroundInitializer<Integer> {
    volatile int calls;
    Exception failure;
    boolean sleeps;

    Counted() {}
    Counted(ExecutorService exec) { super(exec); }

    @Override protected Integer initialize() throws Exception {
      if (failure != null) throw failure;
      if (sleeps) Thread.sleep(60000);
      return ++calls;
    }
  }

  @Test void backgroundInitializes() throws Exception {
    Counted i = new Counted();
    i.start();
    assertEquals(1, i.get());
    assertEquals(1, i.calls);
    assertNotNull(i.getFuture());
  }
  @Test void backgroundTemporaryExecutor() throws Exception {
    Counted i = new Counted();
    assertTrue(i.start());
    assertEquals(1, i.get());
    assertTrue(((ExecutorService) reflected(i)).isShutdown());
  }
  /**
   * The executor that the task runs in; the task itself shuts it down, before its result is set.
   */
  static Object reflected(Counted i) throws Exception {
    var m = BackgroundInitializer.class.getDeclaredMethod("getActiveExecutor");
    m.setAccessible(true);
    return m.invoke(i);
  }
  @Test void backgroundExternalExecutor() throws Exception {
    ExecutorService exec = Executors.newSingleThreadExecutor();
    try {
      Counted i = new Counted(exec);
      i.start();
      assertEquals(1, i.get());
      assertFalse(exec.isShutdown());
    } finally {
      exec.shutdown();
      assertTrue(exec.awaitTermination(5, TimeUnit.SECONDS));
    }
  }
  @Test void backgroundStartTwice() throws Exception {
    Counted i = new Counted();
    assertTrue(i.start());
    assertFalse(i.start());
    assertEquals(1, i.get());
  }
  @Test void backgroundGetBeforeStart() {
    assertThrows(IllegalStateException.class, () -> new Counted().get());
  }
  @Test void backgroundFails() {
    Counted i = new Counted();
    i.failure = new Exception("test");
    i.start();
    ConcurrentException e = assertThrows(ConcurrentException.class, i::get);
    assertSame(i.failure, e.getCause());
  }
  @Test void backgroundFailsUnchecked() {
    Counted i = new Counted();
    RuntimeException failure = new RuntimeException("test");
    i.failure = failure;
    i.start();
    assertSame(failure, assertThrows(RuntimeException.class, i::get));
  }
  @Test void backgroundInterrupted() throws Exception {
    ExecutorService exec = Executors.newSingleThreadExecutor();
    Counted i = new Counted(exec);
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicInteger interrupted = new AtomicInteger();
    i.sleeps = true;
    i.start();
    Thread getter = new Thread(() -> {
      try {
        waiting.countDown();
        i.get();
      } catch (ConcurrentException e) {
        if (e.getCause() instanceof InterruptedException) interrupted.incrementAndGet();
      }
    });
    getter.start();
    waiting.await();
    getter.interrupt();
    getter.join();
    exec.shutdownNow();
    assertTrue(exec.awaitTermination(5, TimeUnit.SECONDS));
    assertEquals(1, interrupted.get());
  }
  @Test void callable() throws Exception {
    CallableBackgroundInitializer<Integer> i = new CallableBackgroundInitializer<>(() -> 42);
    i.start();
    assertEquals(42, i.get());
  }
  @Test void multi() throws Exception {
    MultiBackgroundInitializer m = new MultiBackgroundInitializer();
    m.addInitializer("a", new Counted());
    m.addInitializer("b", new Counted());
    m.start();
    MultiBackgroundInitializer.MultiBackgroundInitializerResults r = m.get();
    assertEquals(2, r.initializerNames().size());
    assertEquals(1, r.getResultObject("a"));
    assertTrue(r.isSuccessful());
  }
  @Test void multiWithFailure() throws Exception {
    MultiBackgroundInitializer m = new MultiBackgroundInitializer();
    Counted failing = new Counted();
    failing.failure = new Exception("test");
    m.addInitializer("a", failing);
    m.start();
    MultiBackgroundInitializer.MultiBackgroundInitializerResults r = m.get();
    assertFalse(r.isSuccessful());
    assertSame(failing.failure, r.getException("a").getCause());
  }

  // ---- ConcurrentUtils ----

  @Test void unchecked() {
    assertThrows(ConcurrentRuntimeException.class,
        () -> ConcurrentUtils.initializeUnchecked(new ConstantInitializer<>(1) {
          @Override
          public Integer get() throws ConcurrentException {
            throw new ConcurrentException(new Exception());
          }
        }));
  }
  @Test void createIfAbsentAtOnce() throws Exception {
    var map = new java.util.concurrent.ConcurrentHashMap<String, Object>();
    Object[] got = new Object[2];
    Thread other = new Thread(()
                                  -> got[0] = ConcurrentUtils.createIfAbsentUnchecked(
                                         map, "k", new ConstantInitializer<>(new Object())));
    other.start();
    got[1] = ConcurrentUtils.createIfAbsent(map, "k", new ConstantInitializer<>(new Object()));
    other.join();
    assertSame(got[0], got[1]);
    assertSame(got[0], map.get("k"));
  }
  @Test void constantFuture() throws Exception {
    var f = ConcurrentUtils.constantFuture("x");
    assertTrue(f.isDone());
    assertSame("x", f.get(1000, TimeUnit.SECONDS));
    assertFalse(f.cancel(true));
  }
}
