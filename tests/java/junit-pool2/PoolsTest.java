import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.apache.commons.pool2.impl.SoftReferenceObjectPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pools of commons-pool2, in the style of the library's own tests. */
class PoolsTest {
  static final class Item {
    final AtomicInteger holders = new AtomicInteger();
    volatile boolean destroyed, valid = true;
  }

  static final class Items extends BasePooledObjectFactory<Item> {
    final AtomicInteger made = new AtomicInteger(), destroyed = new AtomicInteger();
    volatile boolean fails;

    @Override public Item create() {
      if (fails) throw new IllegalStateException("create");
      made.incrementAndGet();
      return new Item();
    }
    @Override public PooledObject<Item> wrap(Item i) { return new DefaultPooledObject<>(i); }
    @Override public boolean validateObject(PooledObject<Item> p) { return p.getObject().valid; }
    @Override public void destroyObject(PooledObject<Item> p) {
      p.getObject().destroyed = true;
      destroyed.incrementAndGet();
    }
  }

  static final class KeyedItems extends BaseKeyedPooledObjectFactory<String, Item> {
    @Override public Item create(String key) { return new Item(); }
    @Override public PooledObject<Item> wrap(Item i) { return new DefaultPooledObject<>(i); }
  }

  Items items;
  GenericObjectPool<Item> pool;

  @BeforeEach void up() {
    items = new Items();
    GenericObjectPoolConfig<Item> config = new GenericObjectPoolConfig<>();
    config.setJmxEnabled(false); /* as in programs with many pools */
    config.setMaxTotal(1);
    pool = new GenericObjectPool<>(items, config);
  }
  @AfterEach void down() { pool.close(); }

  void use() {
    try {
      Item i = pool.borrowObject();
      assertEquals(1, i.holders.incrementAndGet());
      i.holders.decrementAndGet();
      pool.returnObject(i);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static void twice(Runnable r) throws InterruptedException {
    Thread[] t = {new Thread(r), new Thread(r)};
    for (Thread x : t) x.start();
    for (Thread x : t) x.join();
  }

  // ---- one thread ----

  @Test void borrowAndReturn() throws Exception {
    Item i = pool.borrowObject();
    assertEquals(1, pool.getNumActive());
    pool.returnObject(i);
    assertEquals(1, pool.getNumIdle());
    assertSame(i, pool.borrowObject());
  }
  @Test void defaultsWithBeans() throws Exception {
    try (GenericObjectPool<Item> p = new GenericObjectPool<>(items)) {
      assertNotNull(p.getJmxName());
      p.returnObject(p.borrowObject());
      assertEquals(1, p.getNumIdle());
    }
  }
  @Test void exhausted() throws Exception {
    pool.setBlockWhenExhausted(false);
    pool.borrowObject();
    assertThrows(NoSuchElementException.class, () -> pool.borrowObject());
  }
  @Test void waitsInVain() throws Exception {
    pool.setMaxWait(Duration.ofMillis(100));
    pool.borrowObject();
    assertThrows(NoSuchElementException.class, () -> pool.borrowObject());
  }
  @Test void lastInFirstOut() throws Exception {
    pool.setMaxTotal(2);
    Item a = pool.borrowObject(), b = pool.borrowObject();
    pool.returnObject(a);
    pool.returnObject(b);
    assertSame(b, pool.borrowObject());
  }
  @Test void firstInFirstOut() throws Exception {
    pool.setMaxTotal(2);
    pool.setLifo(false);
    Item a = pool.borrowObject(), b = pool.borrowObject();
    pool.returnObject(a);
    pool.returnObject(b);
    assertSame(a, pool.borrowObject());
  }
  @Test void returnedTwice() throws Exception {
    Item i = pool.borrowObject();
    pool.returnObject(i);
    assertThrows(IllegalStateException.class, () -> pool.returnObject(i));
  }
  @Test void invalidated() throws Exception {
    Item i = pool.borrowObject();
    pool.invalidateObject(i);
    assertTrue(i.destroyed);
    assertNotSame(i, pool.borrowObject());
  }
  @Test void validated() throws Exception {
    pool.setTestOnBorrow(true);
    Item i = pool.borrowObject();
    pool.returnObject(i);
    i.valid = false;
    assertNotSame(i, pool.borrowObject());
    assertEquals(2, items.made.get());
  }
  @Test void closed() throws Exception {
    Item i = pool.borrowObject();
    pool.close();
    assertThrows(IllegalStateException.class, () -> pool.borrowObject());
    pool.returnObject(i);
    assertTrue(i.destroyed);
  }
  @Test void evicts() throws Exception {
    pool.setMinEvictableIdle(Duration.ofMillis(1));
    pool.returnObject(pool.borrowObject());
    Thread.sleep(10);
    pool.evict();
    assertEquals(0, pool.getNumIdle());
    assertEquals(1, items.destroyed.get());
  }
  @Test void preparesIdle() throws Exception {
    pool.setMaxTotal(2);
    pool.setMinIdle(2);
    pool.preparePool();
    assertEquals(2, pool.getNumIdle());
  }
  @Test void createFails() {
    items.fails = true;
    assertThrows(IllegalStateException.class, () -> pool.borrowObject());
    assertEquals(0, pool.getNumActive());
  }

  // ---- several threads ----

  @Test void oneHolderAtATime() throws Exception {
    twice(this::use);
    assertEquals(1, pool.getNumIdle());
    assertEquals(1, items.made.get());
    assertEquals(2, pool.getBorrowedCount());
  }
  @Test void noMoreThanTheTotal() throws Exception {
    pool.setMaxTotal(2);
    twice(this::use);
    assertTrue(items.made.get() <= 2);
    assertEquals(0, pool.getNumActive());
  }
  @Test void waitsForTheOther() throws Exception {
    pool.setMaxWait(Duration.ofSeconds(10));
    Item held = pool.borrowObject();
    Thread other = new Thread(this::use);
    other.start();
    pool.returnObject(held);
    other.join();
    assertEquals(1, items.made.get());
  }
  @Test void futuresOfAPool() throws Exception {
    ExecutorService exec = Executors.newFixedThreadPool(2);
    Future<?> a = exec.submit(this::use), b = exec.submit(this::use);
    a.get(5, TimeUnit.SECONDS);
    b.get(5, TimeUnit.SECONDS);
    exec.shutdown();
    assertTrue(exec.awaitTermination(5, TimeUnit.SECONDS));
    assertEquals(0, pool.getNumActive());
  }
  @Test void invalidatedWhileWaiting() throws Exception {
    Item held = pool.borrowObject();
    Thread other = new Thread(this::use);
    other.start();
    pool.invalidateObject(held);
    other.join();
    assertEquals(2, items.made.get());
  }
  @Test void closedWhileWaiting() throws Exception {
    pool.borrowObject();
    AtomicInteger refused = new AtomicInteger();
    Thread other = new Thread(() -> {
      try {
        pool.borrowObject();
      } catch (IllegalStateException | InterruptedException e) {
        refused.incrementAndGet();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    other.start();
    pool.close();
    other.join();
    assertEquals(1, refused.get());
  }
  @Test void interruptedWhileWaiting() throws Exception {
    pool.borrowObject();
    AtomicInteger interrupted = new AtomicInteger();
    Thread other = new Thread(() -> {
      try {
        pool.borrowObject();
      } catch (InterruptedException e) {
        interrupted.incrementAndGet();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    other.start();
    other.interrupt();
    other.join();
    assertEquals(1, interrupted.get());
  }
  @Test void clearedWhileUsed() throws Exception {
    Thread other = new Thread(this::use);
    other.start();
    pool.clear();
    other.join();
    assertEquals(0, pool.getNumActive());
    assertEquals(1, pool.getNumIdle() + items.destroyed.get());
  }
  /** The error is in this test: it uses an object after returning it. */
  @Test void usedAfterReturn() throws Exception {
    twice(() -> {
      try {
        Item i = pool.borrowObject();
        pool.returnObject(i);
        assertEquals(1, i.holders.incrementAndGet());
        i.holders.decrementAndGet();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
  }

  // ---- the other pools ----

  @Test void softBorrowAndReturn() throws Exception {
    SoftReferenceObjectPool<Item> soft = new SoftReferenceObjectPool<>(items);
    Item i = soft.borrowObject();
    soft.returnObject(i);
    assertEquals(1, soft.getNumIdle());
    assertSame(i, soft.borrowObject());
    soft.close();
  }
  @Test void softByTwo() throws Exception {
    SoftReferenceObjectPool<Item> soft = new SoftReferenceObjectPool<>(items);
    twice(() -> {
      try {
        Item i = soft.borrowObject();
        assertEquals(1, i.holders.incrementAndGet());
        i.holders.decrementAndGet();
        soft.returnObject(i);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    assertEquals(0, soft.getNumActive());
    assertTrue(items.made.get() <= 2);
    soft.close();
  }
  @Test void keyedBorrowAndReturn() throws Exception {
    GenericKeyedObjectPool<String, Item> keyed = new GenericKeyedObjectPool<>(new KeyedItems());
    Item a = keyed.borrowObject("a"), b = keyed.borrowObject("b");
    assertNotSame(a, b);
    assertEquals(1, keyed.getNumActive("a"));
    keyed.returnObject("a", a);
    assertSame(a, keyed.borrowObject("a"));
    assertNotNull(b);
    keyed.close();
  }
  @Test void keyedByTwo() throws Exception {
    GenericKeyedObjectPoolConfig<Item> config = new GenericKeyedObjectPoolConfig<>();
    config.setJmxEnabled(false);
    config.setMaxTotalPerKey(1);
    GenericKeyedObjectPool<String, Item> keyed =
        new GenericKeyedObjectPool<>(new KeyedItems(), config);
    twice(() -> {
      try {
        Item i = keyed.borrowObject("k");
        assertEquals(1, i.holders.incrementAndGet());
        i.holders.decrementAndGet();
        keyed.returnObject("k", i);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    assertEquals(0, keyed.getNumActive());
    assertFalse(keyed.getNumIdle("k") > 1);
    keyed.close();
  }
}
