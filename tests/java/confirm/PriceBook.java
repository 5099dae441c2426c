import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Registers an article once. Bug: the read lock is released before the write lock is taken, and the
 * absence of the article is not checked again.
 */
public class PriceBook {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, Integer> prices = new TreeMap<>();

  void register(String article, int price) {
    lock.readLock().lock();
    try {
      if (prices.containsKey(article)) {
        return;
      }
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      Integer old = prices.put(article, price);
      if (old != null) {
        throw new IllegalStateException(article + " was registered before, at " + old);
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    PriceBook book = new PriceBook();
    Thread web = new Thread(() -> book.register("spool", 350), "web");
    Thread batch = new Thread(() -> book.register("spool", 340), "batch");
    web.start();
    batch.start();
    web.join();
    batch.join();
  }
}
