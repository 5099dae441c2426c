// outcome: valid 0
// outcome: valid 2
// outcome: read 2

import java.util.concurrent.locks.StampedLock;

/** Optimistic reads of a pair: with a valid stamp, a read never shows half of a write. */
public class StampedLocks {
  static final StampedLock lock = new StampedLock();
  static volatile int a, b;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      long s = lock.writeLock();
      a = 1;
      b = 1;
      lock.unlockWrite(s);
    });
    writer.start();
    long s = lock.tryOptimisticRead();
    int sum = a + b;
    if (s != 0 && lock.validate(s)) {
      System.out.println("valid " + sum);
    } else {
      s = lock.readLock();
      sum = a + b;
      lock.unlockRead(s);
      System.out.println("read " + sum);
    }
    writer.join();
  }
}
