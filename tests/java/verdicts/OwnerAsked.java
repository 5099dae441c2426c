import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads ask for a lock's owner and write a quiet field: alone or with other threads running. */
public class OwnerAsked {
  static final ReentrantLock lock = new ReentrantLock();
  static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();

  static void check(boolean good) {
    if (!good) throw new IllegalStateException("owner");
  }

  static void holds() {
    lock.lock();
    check(lock.toString().contains("Locked by"));
    lock.unlock();
    both.writeLock().lock();
    check(both.writeLock().toString().contains("Locked by"));
    both.writeLock().unlock();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(OwnerAsked::holds);
    switch (args[0]) {
      case "alone":
        holds();
        check(lock.toString().contains("Unlocked"));
        Locale.setDefault(Locale.ROOT);
        break;
      case "holds":
        t.start();
        holds();
        t.join();
        check(lock.toString().contains("Unlocked"));
        break;
      default:
        t.start();
        lock.toString(); // another thread may hold it
        t.join();
    }
  }
}
