import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Workers sleep and check, round after round; other threads' timed waits depend on them. */
public class Ticks {
  static volatile boolean posted;
  static volatile int seen;

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
    t.setDaemon(true);
    t.start();
    return t;
  }

  static void check(boolean good, String what) {
    if (!good) throw new IllegalStateException(what);
  }

  /** Ticks every 100 ms, and counts down the latch at the first tick that sees the post. */
  static void ticks(CountDownLatch l) throws Exception {
    long begin = System.nanoTime();
    for (long tick = 1;; tick++) {
      for (;;) {
        long left = begin + tick * 100_000_000L - System.nanoTime();
        if (left <= 0) break;
        Thread.sleep(left / 1_000_000 + 1);
      }
      if (posted) {
        l.countDown();
        return;
      }
    }
  }

  static void wheel() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    start(() -> ticks(l));
    posted = true;
    check(l.await(3, TimeUnit.SECONDS), "not within 3 s");
  }

  /** The timed wait began long before the tick that ends it. */
  static void third() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    start(() -> ticks(l));
    start(() -> posted = true);
    check(l.await(5, TimeUnit.SECONDS), "not within 5 s");
  }

  /** The loop has a timed wait of its own. */
  static void sleeps() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    start(() -> {
      int n = 0;
      while (!posted) {
        Thread.sleep(10);
        n++;
      }
      check(n >= 0, "rounds");
      l.countDown();
    });
    Instant.now();
    posted = true;
    check(l.await(2, TimeUnit.SECONDS), "not within 2 s");
  }

  /** The same, but the rounds are counted in a shared variable. */
  static void counted() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    Instant.now();
    start(() -> {
      for (; !posted; seen++) Thread.sleep(100);
      l.countDown();
    });
    posted = true;
    check(l.await(3, TimeUnit.SECONDS), "not within 3 s");
  }

  /** No thread posts: time passes nevertheless. */
  static void never() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    start(() -> ticks(l));
    check(l.await(3, TimeUnit.SECONDS), "nobody posted");
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "wheel": wheel(); break;
      case "third": third(); break;
      case "sleeps": sleeps(); break;
      case "counted": counted(); break;
      case "never": never(); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
