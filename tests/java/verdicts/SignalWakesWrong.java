import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One condition for "not full" and "not empty": a signal may wake a thread of the same kind. */
public class SignalWakesWrong {
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Object item;

  void put(Object o) throws InterruptedException {
    lock.lock();
    try {
      while (item != null) changed.await();
      item = o;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  Object take() throws InterruptedException {
    lock.lock();
    try {
      while (item == null) changed.await();
      Object o = item;
      item = null;
      changed.signal();
      return o;
    } finally {
      lock.unlock();
    }
  }

  interface Work {
    void run() throws InterruptedException;
  }

  static void start(Work w) {
    new Thread(
            () -> {
              try {
                w.run();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            })
        .start();
  }

  public static void main(String[] args) {
    SignalWakesWrong buffer = new SignalWakesWrong();
    start(() -> buffer.put("a"));
    start(() -> buffer.put("b"));
    start(buffer::take);
    start(buffer::take);
  }
}
