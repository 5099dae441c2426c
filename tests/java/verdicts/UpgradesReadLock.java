import java.util.concurrent.locks.*;

/** A read lock cannot be upgraded to a write lock. */
public class UpgradesReadLock {
  static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  static int v;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> {
      rw.readLock().lock();
      try {
        if (v == 0) {
          rw.writeLock().lock();
          try {
            v = 1;
          } finally {
            rw.writeLock().unlock();
          }
        }
      } finally {
        rw.readLock().unlock();
      }
    }, "upgrader");
    t.start();
    t.join();
    System.out.println(v);
  }
}
