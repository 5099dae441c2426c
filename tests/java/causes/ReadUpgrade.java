import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A cache takes the write lock while it still holds the read lock. */
public class ReadUpgrade {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, String> entries = new HashMap<>();

  String get(String key) {
    lock.readLock().lock();
    try {
      String value = entries.get(key);
      if (value == null) {
        lock.writeLock().lock();
        try {
          entries.put(key, value = "loaded " + key);
        } finally {
          lock.writeLock().unlock();
        }
      }
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReadUpgrade cache = new ReadUpgrade();
    Thread other = new Thread(() -> System.out.println(cache.get("a")), "request-1");
    other.start();
    System.out.println(cache.get("b"));
    other.join();
  }
}
