import java.util.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** A cache that loads under the write lock of a ReentrantReadWriteLock. */
public class SafeReadWriteCache {
  static class Cache<K, V> {
    private final Map<K, V> m = new HashMap<>();
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Function<K, V> f;
    Cache(Function<K, V> f) {
      this.f = f;
    }
    V get(K k) {
      rw.readLock().lock();
      try {
        V v = m.get(k);
        if (v != null)
          return v;
      } finally {
        rw.readLock().unlock();
      }
      rw.writeLock().lock();
      try {
        return m.computeIfAbsent(k, f);
      } finally {
        rw.writeLock().unlock();
      }
    }
  }
  public static void main(String[] a) throws Exception {
    var c = new Cache<Integer, Object>(i -> new Object());
    Object[] r = new Object[2];
    Thread t = new Thread(() -> r[0] = c.get(1));
    t.start();
    r[1] = c.get(1);
    t.join();
    if (r[0] != r[1])
      throw new AssertionError("two objects");
  }
}
