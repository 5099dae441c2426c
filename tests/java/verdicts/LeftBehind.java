import java.util.Timer;
import java.util.TimerTask;

/** Consecutive sleeps and short waits while another thread can run, and eventually does. */
public class LeftBehind {
  static volatile boolean done, seen;
  static volatile int ticks;

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

  /** Polls every `pause` ms, for at most `limit` ms. */
  static void poll(long limit, long pause) throws Exception {
    long end = System.nanoTime() + limit * 1_000_000L;
    while (!done) {
      if (System.nanoTime() - end > 0) throw new IllegalStateException("polled in vain");
      Thread.sleep(pause);
    }
  }

  /** The thread that main polls for needs only one step. */
  static void runs() throws Exception {
    start(() -> done = true);
    poll(8000, 10);
  }

  /** It takes a lock that main takes too. */
  static void locks() throws Exception {
    Object lock = new Object();
    start(() -> {
      synchronized (lock) {
        done = true;
      }
    });
    poll(8000, 500);
  }

  /** A ticker sees the flag that main has set. */
  static void ticker() throws Exception {
    start(() -> {
      for (; !done; Thread.sleep(500)) done = seen;
    });
    seen = true;
    poll(8000, 500);
  }

  /** Main polls the clock without a sleep. */
  static void busy() throws Exception {
    start(() -> done = true);
    long end = System.nanoTime() + 8_000_000_000L;
    while (!done)
      if (System.nanoTime() - end > 0) throw new IllegalStateException("polled in vain");
  }

  /** The timer's thread has a timed wait of its own. */
  static void timer() throws Exception {
    Timer t = new Timer(true);
    t.schedule(new TimerTask() {
      @Override
      public void run() {
        done = true;
      }
    }, 2000);
    poll(30000, 500);
    t.cancel();
  }

  /** No thread sets the flag, so the limit is reached. */
  static void never() throws Exception {
    start(() -> {
      for (;; Thread.sleep(100)) ticks = ticks + 1 & 1;
    });
    poll(5000, 100);
  }

  /** Less than a second may pass before the thread runs. */
  static void soon() throws Exception {
    start(() -> done = true);
    poll(500, 10);
  }

  /** A spinning thread makes no progress: the sleeps of others may take their full time. */
  static void spins() throws Exception {
    start(() -> {
      while (!seen) Thread.onSpinWait();
      done = true;
    });
    long begin = System.nanoTime();
    for (int i = 0; i < 30; i++) Thread.sleep(100);
    if (System.nanoTime() - begin >= 3_000_000_000L) throw new IllegalStateException("slept");
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "runs" -> runs();
      case "locks" -> locks();
      case "ticker" -> ticker();
      case "busy" -> busy();
      case "timer" -> timer();
      case "never" -> never();
      case "soon" -> soon();
      default -> spins();
    }
  }
}
