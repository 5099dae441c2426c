import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Main sleeps, then stops others: only the end of the sleep ends their endless loops. */
public class SleepThenStop {
  static volatile boolean ready, stop;
  static volatile int seen, hits;
  static int result;

  static void check(boolean good, String what) {
    if (!good) throw new IllegalStateException(what);
  }

  static void rests(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts the rounds in a local variable. */
  static void counts() {
    int n = 0;
    while (!stop) n++;
    seen = n;
  }

  static void draws() {
    long x = 88172645463325252L;
    while (!stop) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
      Thread.onSpinWait();
    }
    result = (int) x;
  }

  /** Leaves the loop late: no round may be skipped. */
  static void givesUp() {
    int n = 0;
    while (!stop && n < 100) n++;
    seen = n;
  }

  static void alone(Runnable r, long millis) throws InterruptedException {
    Thread t = new Thread(r);
    t.start();
    rests(millis);
    stop = true;
    t.join();
  }

  static void two() throws InterruptedException {
    AtomicBoolean running = new AtomicBoolean(true);
    AtomicLong total = new AtomicLong();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] = new Thread(() -> {
        long n = 0;
        while (running.get()) n++;
        total.addAndGet(n);
      });
      threads[i].start();
    }
    Thread.sleep(2000);
    running.set(false);
    for (Thread t : threads) t.join();
    check(total.get() > 0, "no progress");
  }

  /** Both threads count rounds in a shared variable: the states are unbounded. */
  static void shared() throws InterruptedException {
    AtomicLong total = new AtomicLong();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] = new Thread(() -> {
        while (!stop) total.incrementAndGet();
      });
      threads[i].start();
    }
    Thread.sleep(500);
    stop = true;
    for (Thread t : threads) t.join();
    check(total.get() >= 0, "negative");
  }

  static void pool() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.submit(() -> {
      int n = 0;
      while (!Thread.currentThread().isInterrupted()) n++;
      return n;
    });
    TimeUnit.SECONDS.sleep(1);
    pool.shutdownNow();
    check(pool.awaitTermination(10, TimeUnit.SECONDS), "alive");
  }

  /** The threads together return to an earlier state, but neither does so alone. */
  static void queue() throws InterruptedException {
    ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(2);
    AtomicBoolean end = new AtomicBoolean();
    Thread in = new Thread(() -> {
      while (!end.get()) {
        q.offer(1);
        q.poll();
      }
    });
    Thread look = new Thread(() -> {
      while (!end.get()) check(q.size() < 2, "too many");
    });
    in.start();
    look.start();
    Thread.sleep(1000);
    end.set(true);
    in.join();
    look.join();
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "counts": alone(SleepThenStop::counts, 1000); break;
      case "draws": alone(SleepThenStop::draws, 1500); break;
      case "hits": alone(() -> { while (!stop) hits++; }, 3000); break;
      case "two": two(); break;
      case "shared": shared(); break;
      case "pool": pool(); break;
      case "queue": queue(); break;
      case "gives": // gives up before the end of the sleep, which is not a long one
        Thread t = new Thread(SleepThenStop::givesUp);
        t.start();
        stop = true;
        t.join();
        check(seen != 77, "77 rounds");
        break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
