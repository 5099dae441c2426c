import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A slot is guarded by a ReentrantLock with a condition, and the thread locks it twice. A tryLock
 * may fail.
 */
public class OwnLocks {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition filled = lock.newCondition();
  static int slot;
  static int tries;

  static void put(int value) {
    lock.lock();
    try {
      lock.lock();
      slot = value;
      lock.unlock();
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  static int take() throws InterruptedException {
    lock.lock();
    try {
      while (slot == 0) filled.await();
      return slot;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> put(3));
    t.start();
    if (lock.tryLock()) {
      tries++;
      lock.unlock();
    }
    if (take() != 3) throw new IllegalStateException("not what was put");
    t.join();
  }
}
