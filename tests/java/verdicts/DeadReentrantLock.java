import java.util.concurrent.locks.ReentrantLock;

/** Two ReentrantLocks are taken in opposite orders. */
public class DeadReentrantLock {
  static final ReentrantLock a = new ReentrantLock();
  static final ReentrantLock b = new ReentrantLock();

  public static void main(String[] args) {
    new Thread(() -> {
      a.lock();
      b.lock();
      b.unlock();
      a.unlock();
    }).start();
    b.lock();
    a.lock();
    a.unlock();
    b.unlock();
  }
}
