import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** ReentrantLock, Condition, read-write locks, park and unpark. */
public class Locks {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();
  static int turn;
  static int count;

  static void rounds(int me, StringBuilder log) {
    for (int i = 0; i < 3; i++) {
      lock.lock();
      try {
        while (turn != me) {
          changed.awaitUninterruptibly();
        }
        log.append(me).append(i).append(' ');
        turn = (turn + 1) % 3;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StringBuilder log = new StringBuilder();
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int me = i;
      threads[i] = new Thread(() -> rounds(me, log));
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(log);
    lock.lock();
    lock.lock();
    System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " "
        + lock.isLocked() + " " + lock.isFair());
    Thread other = new Thread(() -> {
      System.out.println("other gets it: " + lock.tryLock());
      try {
        System.out.println("other waits for it: " + lock.tryLock(3, TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        System.out.println("no");
      }
    });
    other.start();
    other.join();
    lock.unlock();
    lock.unlock();
    try {
      lock.unlock();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not mine");
    }
    try {
      changed.signal();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not held");
    }
    lock.lock();
    System.out.println(
        changed.await(2, TimeUnit.MILLISECONDS) + " " + (changed.awaitNanos(1000) <= 0));
    lock.unlock();

    Thread[] adders = new Thread[3];
    for (int i = 0; i < adders.length; i++) {
      adders[i] = new Thread(() -> {
        for (int k = 0; k < 100; k++) {
          lock.lock();
          try {
            count++;
          } finally {
            lock.unlock();
          }
        }
      });
      adders[i].start();
    }
    for (Thread t : adders) {
      t.join();
    }
    System.out.println(count);

    lock.lock();
    Thread impatient = new Thread(() -> {
      try {
        lock.lockInterruptibly();
        System.out.println("got it?");
      } catch (InterruptedException e) {
        System.out.println("gave up");
      }
    });
    impatient.start();
    impatient.interrupt();
    impatient.join();
    lock.unlock();

    ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    rw.readLock().lock();
    rw.readLock().lock();
    System.out.println(rw.getReadLockCount() + " " + rw.writeLock().tryLock());
    rw.readLock().unlock();
    rw.readLock().unlock();
    rw.writeLock().lock();
    rw.readLock().lock();
    rw.writeLock().unlock();
    System.out.println(rw.isWriteLocked() + " " + rw.getReadLockCount());
    rw.readLock().unlock();

    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
    LockSupport.parkNanos(1000);
    Thread parked = new Thread(() -> {
      while (!Thread.currentThread().isInterrupted()) {
        LockSupport.park();
      }
      System.out.println("unparked by interrupt");
    });
    parked.start();
    parked.interrupt();
    parked.join();
    ReentrantLock fair = new ReentrantLock(true);
    fair.lock();
    fair.unlock();
    System.out.println(fair.isFair() + " " + fair.hasQueuedThreads());
  }
}
