import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Reentrant, read-write and stamped locks, conditions, park and unpark, a synchronizer of the
 * program's own.
 */
public class JucLocks {
  static final class Gate extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    @Override
    protected int tryAcquireShared(int ignored) {
      return getState() != 0 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(int ignored) {
      setState(1);
      return true;
    }
  }

  static void reentrant(boolean fair) throws InterruptedException {
    ReentrantLock l = new ReentrantLock(fair);
    l.lock();
    l.lock();
    System.out.println(l.getHoldCount() + " " + l.isHeldByCurrentThread() + " " + l.isFair() + " "
        + l.toString().contains("Locked by"));
    Thread t = new Thread(() -> {
      try {
        System.out.println(l.tryLock() + " " + l.tryLock(1, TimeUnit.MILLISECONDS));
        l.lockInterruptibly();
      } catch (InterruptedException e) {
        System.out.println("interrupted while queued");
      }
    });
    t.start();
    while (!l.hasQueuedThread(t) || t.getState() != Thread.State.WAITING) Thread.yield();
    System.out.println(l.getQueueLength() + " " + l.hasQueuedThreads());
    t.interrupt();
    t.join();
    l.unlock();
    l.unlock();
    try {
      l.unlock();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not owner");
    }
  }

  static void conditions() throws InterruptedException {
    ReentrantLock l = new ReentrantLock();
    Condition c = l.newCondition();
    int[] turn = {0};
    Thread[] all = new Thread[3];
    for (int i = 0; i < all.length; i++) {
      int me = i;
      all[i] = new Thread(() -> {
        l.lock();
        try {
          while (turn[0] != me) c.awaitUninterruptibly();
          System.out.println("turn " + me);
          turn[0]++;
          c.signalAll();
        } finally {
          l.unlock();
        }
      });
      all[i].start();
    }
    for (Thread t : all) t.join();
    l.lock();
    System.out.println(c.await(1, TimeUnit.MILLISECONDS) + " " + (c.awaitNanos(1000) <= 0) + " "
        + l.hasWaiters(c) + " " + l.getWaitQueueLength(c));
    Thread.currentThread().interrupt();
    try {
      c.await();
    } catch (InterruptedException e) {
      System.out.println("interrupted " + Thread.currentThread().isInterrupted() + " "
          + l.isHeldByCurrentThread());
    }
    l.unlock();
    try {
      c.signal();
    } catch (IllegalMonitorStateException e) {
      System.out.println("signal without the lock");
    }
  }

  static void readWrite(boolean fair) throws InterruptedException {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock(fair);
    l.writeLock().lock();
    l.readLock().lock();
    l.writeLock().unlock();
    Thread t = new Thread(() -> {
      System.out.println(
          l.readLock().tryLock() + " " + l.writeLock().tryLock() + " " + l.getReadLockCount());
      l.readLock().unlock();
      l.writeLock().lock();
      System.out.println("written");
      l.writeLock().unlock();
    });
    t.start();
    while (!l.hasQueuedThread(t)) Thread.yield();
    System.out.println(l.getReadHoldCount() + " " + l.isWriteLocked() + " " + l.getQueueLength());
    l.readLock().unlock();
    t.join();
    try {
      l.readLock().newCondition();
    } catch (UnsupportedOperationException e) {
      System.out.println("no condition");
    }
  }

  static void stamped() throws InterruptedException {
    StampedLock l = new StampedLock();
    int[] value = {0};
    long seen = l.tryOptimisticRead();
    Thread t = new Thread(() -> {
      long w = l.writeLock();
      value[0] = 1;
      l.unlockWrite(w);
    });
    System.out.println(l.validate(seen));
    t.start();
    t.join();
    System.out.println(l.validate(seen) + " " + value[0]);
    long r = l.readLock(), up = l.tryConvertToWriteLock(r);
    System.out.println((up != 0) + " " + l.isWriteLocked() + " " + l.tryReadLock());
    long down = l.tryConvertToReadLock(up);
    System.out.println((down != 0) + " " + l.getReadLockCount() + " " + l.tryWriteLock());
    Thread writer = new Thread(() -> {
      long w = l.writeLock();
      value[0]++;
      l.unlock(w);
    });
    writer.start();
    l.unlockRead(down);
    writer.join();
    System.out.println(value[0] + " " + l.asReadWriteLock().readLock().tryLock() + " "
        + (l.tryWriteLock(1, TimeUnit.MILLISECONDS) != 0));
  }

  static void parking() throws InterruptedException {
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
    LockSupport.parkNanos(1000);
    LockSupport.parkUntil(System.currentTimeMillis() + 1);
    Thread t = new Thread(() -> {
      LockSupport.park("blocker");
      System.out.println("unparked, interrupted " + Thread.interrupted());
      LockSupport.park("blocker");
      System.out.println("unparked, interrupted " + Thread.interrupted());
    });
    t.start();
    while (LockSupport.getBlocker(t) == null || t.getState() != Thread.State.WAITING)
      Thread.yield();
    t.interrupt();
    while (t.isInterrupted() || t.getState() != Thread.State.WAITING) Thread.yield();
    LockSupport.unpark(t);
    t.join();
    Gate g = new Gate();
    Thread w = new Thread(() -> {
      g.acquireShared(0);
      System.out.println("through the gate");
    });
    w.start();
    g.releaseShared(0);
    w.join();
  }

  public static void main(String[] args) throws InterruptedException {
    reentrant(false);
    reentrant(true);
    conditions();
    readWrite(false);
    readWrite(true);
    stamped();
    parking();
  }
}
