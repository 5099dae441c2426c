import java.util.concurrent.locks.ReentrantLock;

/** A counter guarded by a ReentrantLock. */
public class SafeReentrantLock {
  static final ReentrantLock lock = new ReentrantLock();
  static int counter;

  static void add() {
    lock.lock();
    try {
      counter++;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(SafeReentrantLock::add);
    t.start();
    add();
    t.join();
    assert counter == 2;
  }
}
