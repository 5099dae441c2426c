import static org.junit.jupiter.api.Assertions.*;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IBagStateListener;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import com.zaxxer.hikari.util.FastList;
import com.zaxxer.hikari.util.SuspendResumeLock;
import com.zaxxer.hikari.util.UtilityElf;
import com.zaxxer.hikari.util.ClockSource;
import java.lang.reflect.Proxy;
import java.sql.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import javax.sql.DataSource;
import org.junit.jupiter.api.*;

/** The bag and the pool of HikariCP, in the style of the library's own tests. */
class BagTest {
  static final class Entry implements IConcurrentBagEntry {
    final AtomicInteger state = new AtomicInteger();
    public boolean compareAndSet(int a, int b) { return state.compareAndSet(a, b); }
    public void setState(int s) { state.set(s); }
    public int getState() { return state.get(); }
  }

  @Test void borrowAndRequite() throws Exception {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(n -> { });
    Entry e = new Entry();
    bag.add(e);
    assertSame(e, bag.borrow(100, TimeUnit.MILLISECONDS));
    assertNull(bag.borrow(10, TimeUnit.MILLISECONDS));
    bag.requite(e);
    assertEquals(1, bag.getCount(IConcurrentBagEntry.STATE_NOT_IN_USE));
    bag.close();
  }

  @Test void reserveAndRemove() throws Exception {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(n -> { });
    Entry e = new Entry();
    bag.add(e);
    assertTrue(bag.reserve(e));
    bag.unreserve(e);
    assertTrue(bag.reserve(e));
    assertTrue(bag.remove(e));
    assertEquals(0, bag.size());
  }

  @Test void addAfterClose() {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(n -> { });
    bag.close();
    assertThrows(IllegalStateException.class, () -> bag.add(new Entry()));
  }

  @Test void handOff() throws Exception {
    ConcurrentBag<Entry> bag = new ConcurrentBag<>(n -> { });
    Entry e = new Entry();
    Thread t = new Thread(() -> bag.add(e));
    t.start();
    Entry got = bag.borrow(5, TimeUnit.SECONDS);
    t.join();
    assertSame(e, got);
  }

  /** Makes connections that do nothing. */
  static <T> T fake(Class<T> c) {
    AtomicBoolean closed = new AtomicBoolean();
    ClassLoader loader = BagTest.class.getClassLoader();
    return c.cast(Proxy.newProxyInstance(loader, new Class<?>[] {c}, (p, m, a) -> {
      switch (m.getName()) {
        case "getConnection": return fake(Connection.class);
        case "createStatement": return fake(Statement.class);
        case "close": closed.set(true); return null;
        case "isClosed": return closed.get();
        case "isValid":
        case "getAutoCommit": return true;
        case "getTransactionIsolation": return Connection.TRANSACTION_READ_COMMITTED;
        case "hashCode": return System.identityHashCode(p);
        case "equals": return p == a[0];
        case "toString": return "fake " + c.getSimpleName();
        default: break;
      }
      Class<?> r = m.getReturnType();
      if (r == boolean.class) return false;
      if (r == int.class) return 0;
      return r == long.class ? 0L : null;
    }));
  }

  static HikariConfig config(int max) {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(max);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(1000);
    config.setInitializationFailTimeout(Long.MAX_VALUE);
    config.setDataSource(fake(DataSource.class));
    return config;
  }

  @Test void dataSource() throws Exception {
    try (HikariDataSource ds = new HikariDataSource(config(1))) {
      try (Connection x = ds.getConnection()) {
        assertNotNull(x);
        assertTrue(x.isValid(1));
      }
    }
  }

  @Test void dataSourceByTwo() throws Exception {
    try (HikariDataSource ds = new HikariDataSource(config(2))) {
      Thread t = new Thread(() -> {
        try (Connection x = ds.getConnection()) {
          assertNotNull(x);
        } catch (SQLException e) {
          throw new AssertionError(e);
        }
      });
      t.start();
      try (Connection x = ds.getConnection()) {
        assertNotNull(x);
      }
      t.join();
    }
  }

  @Test void suspendResume() throws Exception {
    SuspendResumeLock lock = new SuspendResumeLock();
    lock.suspend();
    Thread t = new Thread(() -> {
      try {
        lock.acquire();
        lock.release();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    lock.resume();
    t.join();
  }

  @Test void fastList() {
    FastList<String> l = new FastList<>(String.class, 1);
    l.add("a");
    l.add("b");
    l.add("c");
    assertEquals("c", l.removeLast());
    assertTrue(l.remove("a"));
    assertEquals(1, l.size());
  }

  @Test void utility() throws Exception {
    ThreadPoolExecutor e = UtilityElf.createThreadPoolExecutor(5, "x",
        new UtilityElf.DefaultThreadFactory("x", true), new ThreadPoolExecutor.DiscardPolicy());
    Future<Integer> f = e.submit(() -> 1);
    assertEquals(1, f.get().intValue());
    e.shutdown();
    assertTrue(e.awaitTermination(5, TimeUnit.SECONDS));
    long t = ClockSource.currentTime();
    UtilityElf.quietlySleep(5);
    assertTrue(ClockSource.elapsedMillis(t) >= 5);
  }
}
