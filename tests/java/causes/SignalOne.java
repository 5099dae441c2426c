import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two kinds of threads wait on one condition, and signal() may wake the wrong kind. */
public class SignalOne {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Integer slot;

  void put(int v) throws InterruptedException {
    lock.lock();
    try {
      while (slot != null) changed.await();
      slot = v;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  int take() throws InterruptedException {
    lock.lock();
    try {
      while (slot == null) changed.await();
      int v = slot;
      slot = null;
      changed.signal();
      return v;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    SignalOne box = new SignalOne();
    Thread[] ts = new Thread[4];
    for (int i = 0; i < 4; i++) {
      int k = i;
      ts[i] = new Thread(() -> {
        try {
          if (k < 2) box.put(k);
          else box.take();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }, (k < 2 ? "producer-" : "consumer-") + k % 2);
      ts[i].start();
    }
    for (Thread t : ts) t.join();
  }
}
