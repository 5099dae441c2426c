// outcome: 0 0
// outcome: 0 1
// outcome: 1 1

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader takes the read lock twice; the writer writes before, between or after the two reads. */
public class ReadWriteLocks {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  static int value;

  static int read() {
    lock.readLock().lock();
    try {
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      lock.writeLock().lock();
      value = 1;
      lock.writeLock().unlock();
    });
    writer.start();
    int first = read(), second = read();
    writer.join();
    System.out.println(first + " " + second);
  }
}
