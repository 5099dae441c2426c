import java.lang.ref.WeakReference;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Programs that loop. A program that can no longer end hangs; a program that can still reach an
 * end does not.
 */
public class Hangs {
  static volatile boolean flag;
  static volatile int turn;
  static final ReentrantLock a = new ReentrantLock();
  static final ReentrantLock b = new ReentrantLock();

  static void await() {
    while (!flag) {
    }
  }

  static Thread start(Runnable body) {
    Thread t = new Thread(body);
    t.start();
    return t;
  }

  /** Takes both locks, or neither and tries again. */
  static void both(ReentrantLock first, ReentrantLock second) {
    for (;;) {
      if (first.tryLock()) {
        try {
          if (second.tryLock()) {
            second.unlock();
            return;
          }
        } finally {
          first.unlock();
        }
      }
      Thread.yield();
    }
  }

  /** Each thread waits for its turn, forever. */
  static void exchange(int mine) {
    for (;;) {
      while (turn != mine) {
      }
      turn = 1 - mine;
    }
  }

  static void certain(String what) throws InterruptedException {
    switch (what) {
      case "alone":
        await();
        break;
      case "never":
        start(Hangs::await).join();
        break;
      case "sometimes":
        start(() -> {
          if (turn == 0) flag = true;
        });
        turn = 1;
        await();
        break;
      case "exchange":
        start(() -> exchange(1));
        exchange(0);
        break;
      case "yield":
        while (!flag) Thread.yield();
        break;
      case "spin-wait":
        while (!flag) Thread.onSpinWait();
        break;
      case "sleep":
        while (!flag) Thread.sleep(10);
        break;
      case "wait":
        synchronized (a) {
          while (!flag) a.wait(100);
        }
        break;
      case "park":
        while (!flag) LockSupport.parkNanos(1000);
        break;
      case "nothing":
        for (;;) {
        }
      case "cas":
        AtomicBoolean held = new AtomicBoolean(true);
        while (!held.compareAndSet(false, true)) {
        }
        break;
      default: // "lock": the thread that would set it waits for the lock
        synchronized (a) {
          start(() -> {
            synchronized (a) {
              flag = true;
            }
          });
          await();
        }
    }
  }

  static void none(String what) throws InterruptedException {
    switch (what) {
      case "set":
        start(() -> flag = true);
        await();
        break;
      case "back-off":
        start(() -> both(a, b));
        both(b, a);
        break;
      case "daemon":
        Thread t = new Thread(Hangs::await);
        t.setDaemon(true);
        t.start();
        break;
      case "exit":
        start(() -> System.exit(0));
        exchange(1);
        break;
      case "caught":
        Thread sleeper = Thread.currentThread();
        start(sleeper::interrupt);
        try {
          for (;;) Thread.sleep(10);
        } catch (InterruptedException e) {
          flag = true;
        }
        break;
      case "clock":
        while (System.nanoTime() < Long.MAX_VALUE / 2) {
        }
        break;
      case "poll":
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        while (queue.poll(1, TimeUnit.SECONDS) == null) {
        }
        break;
      case "reference":
        WeakReference<Object> weak = new WeakReference<>(new Object());
        while (weak.get() != null) {
        }
        break;
      default: // "collector"
        WeakReference<Object> gone = new WeakReference<>(new Object());
        while (!gone.refersTo(null)) System.gc();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    if (args[0].equals("certain")) certain(args[1]);
    else none(args[1]);
  }
}
