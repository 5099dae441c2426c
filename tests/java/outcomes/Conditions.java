// outcome: item
// outcome: timeout

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A thread awaits a condition with a timeout: the signal arrives in time or too late. */
public class Conditions {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition filled = lock.newCondition();
  static String item;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      lock.lock();
      item = "item";
      filled.signal();
      lock.unlock();
    });
    t.start();
    lock.lock();
    long left = 1_000_000;
    while (item == null && left > 0) left = filled.awaitNanos(left);
    System.out.println(item == null ? "timeout" : item);
    lock.unlock();
    t.join();
  }
}
