import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * ReentrantLock with a condition, a read-write lock, monitors of strings and classes, wait and
 * notify.
 */
public class LocksOfAll {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition ready = lock.newCondition();
  static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  static boolean set;
  static int x;
  static int y;
  static int w;

  static void giver() {
    x = 1;
    lock.lock();
    try {
      set = true;
      ready.signal();
    } finally {
      lock.unlock();
    }
    synchronized ("text") {
      y++;
    }
    rw.writeLock().lock();
    w++;
    rw.writeLock().unlock();
  }

  static void taker() {
    lock.lock();
    try {
      while (!set) {
        ready.awaitUninterruptibly();
      }
      x++;
    } finally {
      lock.unlock();
    }
    synchronized ("text") {
      y++;
    }
    rw.readLock().lock();
    x += w;
    rw.readLock().unlock();
    synchronized (LocksOfAll.class) {
      y++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(LocksOfAll::giver);
    Thread b = new Thread(LocksOfAll::taker);
    b.start();
    a.start();
    synchronized (LocksOfAll.class) {
      y++;
    }
    a.join();
    b.join();
    x += y + w;
  }
}
