// outcome: true
// outcome: false

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** tryLock with a timeout: the other thread may hold the lock for longer than that. */
public class TryLocks {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws InterruptedException {
    Thread holder = new Thread(() -> {
      lock.lock();
      lock.unlock();
    });
    holder.start();
    boolean got = lock.tryLock(1, TimeUnit.MILLISECONDS);
    System.out.println(got);
    if (got) lock.unlock();
    holder.join();
  }
}
