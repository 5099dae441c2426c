import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Defects that the analyses must find, each next to correct code: see record-analyze.sh. */
public class Watched {
  int unlocked, locked, handed, joined;
  final Lock first = new ReentrantLock(), second = new ReentrantLock();

  static void both(Lock outer, Lock inner, Runnable body) {
    outer.lock();
    try {
      inner.lock();
      try {
        body.run();
      } finally {
        inner.unlock();
      }
    } finally {
      outer.unlock();
    }
  }

  void count(int times) {
    for (int i = 0; i < times; i++) {
      unlocked++;
      synchronized (this) {
        locked++;
      }
    }
  }

  /** The tasks run one after the other, so they do not deadlock. */
  void circle() throws Exception {
    ExecutorService one = Executors.newSingleThreadExecutor(),
        other = Executors.newSingleThreadExecutor();
    one.submit(() -> both(first, second, () -> { })).get();
    other.submit(() -> both(second, first, () -> { })).get();
    one.shutdown();
    other.shutdown();
  }

  void pool(int threads, int times) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    IntStream.range(0, threads).forEach(i -> pool.execute(() -> count(times)));
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
  }

  void hand() throws InterruptedException {
    handed = 1;
    Thread child = new Thread(() -> joined = handed + 1);
    child.start();
    child.join();
    joined++;
  }

  public static void main(String[] args) throws Exception {
    Watched w = new Watched();
    w.hand();
    w.circle();
    w.pool(3, Integer.parseInt(args[0]));
    System.out.println(w.joined);
  }
}
