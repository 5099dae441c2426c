import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Each kind of synchronisation, one after the other, in an order that the program itself fixes.
 */
public class Events {
  static final Object monitor = new Object();
  static boolean go;

  static void interruptedWait() throws InterruptedException {
    Thread t = new Thread(() -> {
      synchronized (monitor) {
        try {
          monitor.wait();
        } catch (InterruptedException e) {
          go = false;
        }
      }
    });
    t.start();
    while (t.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    t.interrupt();
    t.join();
  }

  static void notifiedWait() throws InterruptedException {
    Thread t = new Thread(() -> {
      synchronized (monitor) {
        while (!go) {
          try {
            monitor.wait(60000);
          } catch (InterruptedException e) {
            return;
          }
        }
      }
    });
    t.start();
    while (t.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
    synchronized (monitor) {
      go = true;
      monitor.notifyAll();
    }
    t.join(60000);
  }

  static void locks() {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    System.out.println(lock.tryLock());
    lock.unlock();
    lock.unlock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    both.readLock().lock();
    System.out.println(both.writeLock().tryLock());
    both.readLock().unlock();
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park(monitor);
  }

  static void pool() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Future<Integer> f = pool.submit((Callable<Integer>) () -> {
      throw new IllegalStateException("in the pool");
    });
    try {
      f.get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause().getMessage());
    }
    pool.shutdown();
  }

  public static void main(String[] args) throws InterruptedException {
    interruptedWait();
    notifiedWait();
    locks();
    pool();
    Thread t = new Thread(() -> {
      throw new IllegalStateException("uncaught");
    });
    t.setUncaughtExceptionHandler((thread, e) -> System.out.println("handled " + e.getMessage()));
    t.start();
    t.join();
    System.exit(7);
  }
}
