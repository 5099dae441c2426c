import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * State spaces of many shapes, for estimates of their size: NAME THREADS ROUNDS. No program fails.
 */
public class Spaces {
  static final Object lock = new Object(), other = new Object();
  static final AtomicInteger atomic = new AtomicInteger();
  static volatile int a, b;
  static int count, sum;

  private static void start(int threads, IntConsumer body) {
    for (int i = 0; i < threads; i++) {
      int me = i;
      new Thread(() -> body.accept(me)).start();
    }
  }

  private static void startRounds(int threads, int rounds, IntConsumer round) {
    start(threads, me -> {
      for (int i = 0; i < rounds; i++) round.accept(me);
    });
  }

  /** No thread waits for another: all combinations of places. */
  private static void grid(int threads, int rounds) {
    AtomicIntegerArray array = new AtomicIntegerArray(threads);
    startRounds(threads, rounds, me -> array.incrementAndGet(me));
  }

  private static void counter(int threads, int rounds) {
    startRounds(threads, rounds, me -> {
      synchronized (lock) {
        count++;
      }
    });
  }

  private static void twoLocks(int threads, int rounds) {
    startRounds(threads, rounds, me -> {
      synchronized (lock) {
        count++;
      }
      synchronized (other) {
        sum += me;
      }
    });
  }

  /** The values that threads read determine the values that they write. */
  private static void values(int threads, int rounds) {
    start(threads, me -> {
      int x = 0;
      for (int i = 0; i < rounds; i++) {
        if (me % 2 == 0) a = a + me + 1;
        else x += b + a;
        b = x;
      }
    });
  }

  private static void compareAndSet(int threads, int rounds) {
    startRounds(threads, rounds, me -> {
      int old;
      do old = atomic.get();
      while (!atomic.compareAndSet(old, old * 3 + me));
    });
  }

  /** Equally many producers and consumers over a queue of capacity 2. */
  private static void waiting(int threads, int rounds) {
    Queue<Integer> queue = new ArrayDeque<>();
    startRounds(2 * threads, rounds, me -> {
      synchronized (lock) {
        try {
          while (me % 2 == 0 ? queue.size() == 2 : queue.isEmpty()) lock.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        if (me % 2 == 0) queue.add(me);
        else queue.remove();
        lock.notifyAll();
      }
    });
  }

  private static void reentrant(int threads, int rounds) {
    ReentrantLock fair = new ReentrantLock();
    startRounds(threads, rounds, me -> {
      fair.lock();
      try {
        count++;
      } finally {
        fair.unlock();
      }
    });
  }

  private static void latch(int threads, int rounds) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(threads);
    start(threads, me -> {
      for (int i = 0; i < rounds; i++) a = i + me;
      latch.countDown();
    });
    latch.await();
  }

  private static void map(int threads, int rounds) {
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    startRounds(threads, rounds, me -> map.merge(0, me, Integer::sum));
  }

  private static void queue(int threads, int rounds) {
    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    startRounds(threads, rounds, queue::add);
  }

  private static void join(int threads, int rounds) throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      all[i] = new Thread(() -> {
        for (int k = 0; k < rounds; k++)
          synchronized (lock) {
            count++;
          }
      });
      all[i].start();
    }
    for (Thread t : all) t.join();
  }

  /** Starts and joins all threads, once per round. */
  private static void phases(int threads, int rounds) throws InterruptedException {
    for (int i = 0; i < rounds; i++) join(threads, 1);
  }

  public static void main(String[] args) throws InterruptedException {
    int threads = Integer.parseInt(args[1]), rounds = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "grid": grid(threads, rounds); break;
      case "counter": counter(threads, rounds); break;
      case "twoLocks": twoLocks(threads, rounds); break;
      case "values": values(threads, rounds); break;
      case "compareAndSet": compareAndSet(threads, rounds); break;
      case "waiting": waiting(threads, rounds); break;
      case "reentrant": reentrant(threads, rounds); break;
      case "latch": latch(threads, rounds); break;
      case "map": map(threads, rounds); break;
      case "queue": queue(threads, rounds); break;
      case "join": join(threads, rounds); break;
      case "phases": phases(threads, rounds); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
