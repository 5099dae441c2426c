import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A cache guarded by a read-write lock: it is filled if it has no entry. With an argument, it is
 * filled under the read lock.
 */
public class SafeReadWriteLock {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  static final Map<String, Integer> cache = new HashMap<>();
  static boolean wrong;

  static int read(String key) {
    lock.readLock().lock();
    try {
      Integer found = cache.get(key);
      if (found != null) {
        return found;
      }
      if (wrong) {
        cache.put(key, 42);
      }
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      return cache.computeIfAbsent(key, k -> 42);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    wrong = args.length > 0;
    Thread t = new Thread(() -> read("key"));
    t.start();
    assert read("key") == 42;
    t.join();
  }
}
