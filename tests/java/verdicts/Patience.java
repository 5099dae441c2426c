import java.util.Date;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Timed waits: a long one times out early only if no other thread can run, a short one at any
 * time.
 */
public class Patience {
  static final Object LOCK = new Object();
  static volatile boolean flag, other;
  static boolean ready;
  static int value;

  interface Body {
    void run() throws Exception;
  }

  static Thread start(Body b) {
    Thread t = new Thread(() -> {
      try {
        b.run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    t.start();
    return t;
  }

  static void check(boolean good, String what) {
    if (!good) throw new IllegalStateException(what);
  }

  static void latch() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    start(() -> {
      Thread.sleep(100);
      l.countDown();
    });
    check(l.await(5, TimeUnit.SECONDS), "await");
  }

  static void poll() throws Exception {
    LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>();
    start(() -> q.add("x"));
    check(q.poll(10, TimeUnit.SECONDS) != null, "poll");
  }

  static void lock() throws Exception {
    ReentrantLock l = new ReentrantLock();
    start(() -> {
      l.lock();
      l.unlock();
    });
    check(l.tryLock(5, TimeUnit.SECONDS), "tryLock");
    l.unlock();
  }

  static void waits() throws Exception {
    start(() -> {
      synchronized (LOCK) {
        ready = true;
        LOCK.notifyAll();
      }
    });
    long deadline = System.currentTimeMillis() + 2000;
    synchronized (LOCK) {
      while (!ready) {
        long left = deadline - System.currentTimeMillis();
        check(left > 0, "timed out");
        LOCK.wait(left);
      }
    }
  }

  static void join() throws Exception {
    Thread t = start(() -> flag = true);
    t.join(2000);
    check(!t.isAlive(), "alive");
  }

  /** Time passes between the computation of a deadline and the wait. */
  static void second() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    start(() -> {
      Thread.sleep(1);
      l.countDown();
    });
    check(l.await(1, TimeUnit.SECONDS), "await");
  }

  /** The first signal comes too early; the rest of the second is as patient as the whole. */
  static void remainder() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition c = l.newCondition();
    start(() -> {
      l.lock();
      c.signalAll();
      l.unlock();
      l.lock();
      ready = true;
      c.signalAll();
      l.unlock();
    });
    l.lock();
    for (long left = TimeUnit.SECONDS.toNanos(1); !ready; left = c.awaitNanos(left))
      check(left > 0, "awaitNanos");
    l.unlock();
  }

  static void sleepers() throws Exception {
    start(() -> {
      Thread.sleep(1500);
      synchronized (LOCK) {
        value = 1;
      }
    });
    Thread.sleep(3000);
    synchronized (LOCK) {
      check(value == 1, "order");
    }
  }

  static void equal() throws Exception {
    start(() -> {
      Thread.sleep(2000);
      synchronized (LOCK) {
        value = 1;
      }
    });
    Thread.sleep(2000);
    synchronized (LOCK) {
      check(value == 1, "order");
    }
  }

  static void poor() throws Exception {
    start(() -> {
      synchronized (LOCK) {
        value = 1;
      }
    });
    Thread.sleep(10);
    synchronized (LOCK) {
      check(value == 1, "too early");
    }
  }

  /** Short sleeps of different threads do not add up; those of one thread do. */
  static void sideBySide() throws Exception {
    CountDownLatch l = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      start(() -> {
        Thread.sleep(900);
        l.countDown();
      });
    }
    check(l.await(2, TimeUnit.SECONDS), "await");
  }

  static void inARow() throws Exception {
    start(() -> {
      for (int i = 0; i < 3 && !flag; i++) Thread.sleep(900);
      other = true;
    });
    CountDownLatch l = new CountDownLatch(1);
    l.await(2, TimeUnit.SECONDS);
    flag = true;
    check(other, "the sleeper still sleeps");
  }

  /** A spinning thread can run forever; time passes nevertheless. */
  static void spins(int threads, Runnable pause) throws Exception {
    for (int i = 0; i < threads; i++) {
      start(() -> {
        while (!flag) pause.run();
      });
    }
    Thread.sleep(2000);
    flag = true;
    check(other, "slept");
  }

  /** The spinning thread is one of the last of many threads. */
  static void spinsLate() throws Exception {
    for (int i = 0; i < 300; i++) {
      Thread t = new Thread(() -> { });
      t.start();
      t.join();
    }
    spins(1, () -> { });
  }

  /** But time does not pass while another thread makes progress. */
  static void spinsBeside() throws Exception {
    start(() -> {
      while (!flag) {
      }
    });
    CountDownLatch l = new CountDownLatch(1);
    start(() -> {
      synchronized (LOCK) {
        value = 1;
      }
      l.countDown();
    });
    boolean counted = l.await(5, TimeUnit.SECONDS);
    flag = true;
    check(counted, "await");
  }

  static void polls(int threads) throws Exception {
    for (int i = 0; i < threads; i++) {
      start(() -> {
        long end = System.nanoTime() + 50_000_000;
        while (!flag && System.nanoTime() < end) {
        }
        check(flag, "polled in vain");
      });
    }
  }

  /**
   * The flag is set only after a sleep of 5 s. Polling until then must not count as polling for an
   * hour.
   */
  static void pollsBefore() throws Exception {
    start(() -> {
      Thread.sleep(5000);
      flag = true;
    });
    long end = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    while (!flag) check(System.nanoTime() < end, "an hour");
  }

  static void measured() throws Exception {
    start(() -> Thread.sleep(30));
    long start = System.nanoTime();
    Thread.sleep(100);
    long took = System.nanoTime() - start;
    check(took >= 100_000_000 && took < 200_000_000, "took " + took);
    start = System.nanoTime();
    check(System.nanoTime() - start > 0, "no time at all");
  }

  static void parkUntil() throws Exception {
    long start = System.currentTimeMillis();
    LockSupport.parkUntil(start + 50);
    long took = System.currentTimeMillis() - start;
    check(took >= 50 && took < 200, "took " + took);
    LockSupport.parkUntil(1);
  }

  static void forEver() throws Exception {
    new CountDownLatch(1).await(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }

  /** A deadline in whole milliseconds may be slightly less than one second away. */
  static void until() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition c = l.newCondition();
    start(() -> {
      l.lock();
      ready = true;
      c.signal();
      l.unlock();
    });
    System.nanoTime();
    Date end = new Date(System.currentTimeMillis() + 1000);
    l.lock();
    while (!ready) check(c.awaitUntil(end), "awaitUntil");
    l.unlock();
  }

  /** The queue reads the clock more than twice before it parks, while another thread sleeps. */
  static void handsOver() throws Exception {
    SynchronousQueue<String> q = new SynchronousQueue<>();
    start(() -> Thread.sleep(100));
    start(() -> q.put("x"));
    check(q.poll(1, TimeUnit.SECONDS) != null, "poll");
  }

  static void interrupted() throws Exception {
    Thread t = start(() -> {
      try {
        Thread.sleep(5000);
      } catch (InterruptedException e) {
        flag = true;
      }
    });
    t.interrupt();
    t.join();
    check(flag, "slept on");
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "latch": latch(); break;
      case "poll": poll(); break;
      case "lock": lock(); break;
      case "waits": waits(); break;
      case "join": join(); break;
      case "second": second(); break;
      case "remainder": remainder(); break;
      case "sleepers": sleepers(); break;
      case "equal": equal(); break;
      case "poor": poor(); break;
      case "sideBySide": sideBySide(); break;
      case "inARow": inARow(); break;
      case "spins": spins(1, () -> { }); break;
      case "spinsTwo": spins(2, () -> { }); break;
      case "spinsYield": spins(2, Thread::yield); break;
      case "spinsLate": spinsLate(); break;
      case "spinsBeside": spinsBeside(); break;
      case "polls": polls(1); break;
      case "pollsTwo": polls(2); break;
      case "pollsBefore": pollsBefore(); break;
      case "measured": measured(); break;
      case "parkUntil": parkUntil(); break;
      case "forEver": forEver(); break;
      case "until": until(); break;
      case "handsOver": handsOver(); break;
      case "interrupted": interrupted(); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
