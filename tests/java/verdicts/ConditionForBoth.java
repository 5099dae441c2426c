import java.util.*;
import java.util.concurrent.locks.*;

/** One Condition for producers and consumers, and signal instead of signalAll: a signal is lost. */
public class ConditionForBoth {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition c = lock.newCondition();
  static Integer slot;
  static void put(int v) {
    lock.lock();
    try {
      while (slot != null)
        c.awaitUninterruptibly();
      slot = v;
      c.signal();
    } finally {
      lock.unlock();
    }
  }
  static int take() {
    lock.lock();
    try {
      while (slot == null)
        c.awaitUninterruptibly();
      int v = slot;
      slot = null;
      c.signal();
      return v;
    } finally {
      lock.unlock();
    }
  }
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 2; i++) {
      int v = i;
      new Thread(() -> put(v), "producer-" + i).start();
    }
    for (int i = 0; i < 2; i++)
      new Thread(() -> take(), "consumer-" + i).start();
  }
}
