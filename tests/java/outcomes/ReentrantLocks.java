// outcome: a b
// outcome: b a

import java.util.concurrent.locks.ReentrantLock;

/** Two threads take a lock in either order, and no update is lost. */
public class ReentrantLocks {
  static final ReentrantLock lock = new ReentrantLock();
  static String order = "";

  static void add(String s) {
    lock.lock();
    try {
      order += order.isEmpty() ? s : " " + s;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> add("a")), b = new Thread(() -> add("b"));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(order);
  }
}
