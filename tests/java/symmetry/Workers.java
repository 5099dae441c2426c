import java.util.concurrent.CountDownLatch;

/**
 * N threads of one class do the same; each method is a program. No array or field references the
 * threads, so only the place in the tree of threads, the name and the number tell them
 * apart.
 */
public class Workers {
  static final Object lock = new Object();
  static volatile int turn;
  static int count, ready;

  interface Job {
    void run() throws InterruptedException;
  }

  static void start(int n, Job job) {
    for (int i = 0; i < n; i++)
      new Thread(() -> {
        try {
          job.run();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }).start();
  }

  /** No error. */
  static void count(int n) {
    start(n, () -> {
      for (int i = 0; i < 2; i++)
        synchronized (lock) {
          count++;
        }
    });
  }

  /** A data race. */
  static void race(int n) {
    start(n, () -> {
      synchronized (lock) {
        ready++;
      }
      if (turn < 2) count++;
    });
  }

  /** One thread throws an exception if two run at the wrong time. */
  static void error(int n) {
    start(n, () -> {
      int mine = turn;
      turn = mine + 1;
      if (mine == 1 && turn == 1) throw new IllegalStateException("lost");
    });
  }

  /** A deadlock around a ring of locks; only the threads reference the ring. */
  static void ring(int n) {
    Object first = new Object(), left = first;
    for (int i = 0; i < n; i++) {
      Object right = i + 1 < n ? new Object() : first, mine = left;
      start(1, () -> {
        synchronized (mine) {
          synchronized (right) {
            turn++;
          }
        }
      });
      left = right;
    }
  }

  /** The same without a deadlock: one thread takes its locks in the opposite order. */
  static void ordered(int n) {
    Object first = new Object(), left = first;
    for (int i = 0; i < n; i++) {
      boolean last = i + 1 == n;
      Object right = last ? first : new Object(), a = last ? right : left, b = last ? left : right;
      start(1, () -> {
        synchronized (a) {
          synchronized (b) {
            turn++;
          }
        }
      });
      left = right;
    }
  }

  /** A notify chooses the waiter; with one notify too few, some threads wait forever. */
  static void waiters(int n) throws InterruptedException {
    start(n, () -> {
      synchronized (lock) {
        ready++;
        while (count == 0) lock.wait();
        count--;
      }
    });
    for (int i = 0; i < n - 1; i++)
      synchronized (lock) {
        count++;
        lock.notify();
      }
  }

  /** Each thread starts a child. */
  static void nested(int n) {
    start(n, () -> {
      turn++;
      start(1, () -> {
        synchronized (lock) {
          count++;
        }
      });
    });
  }

  /** main waits for all threads, but does not distinguish them. */
  static void latch(int n) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(n);
    start(n, done::countDown);
    done.await();
    turn = 1;
  }

  /** main keeps the threads in an array: their indexes distinguish them. */
  static void array(int n) throws InterruptedException {
    Thread[] all = new Thread[n];
    for (int i = 0; i < n; i++) all[i] = new Thread(() -> {
      synchronized (lock) {
        count++;
      }
    });
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
    if (count != n) throw new IllegalStateException();
  }

  /**
   * The name distinguishes a thread: only Thread-1 reaches the error, and only if it is
   * first.
   */
  static void name(int n) {
    start(n, () -> {
      int mine;
      synchronized (lock) {
        mine = count++;
      }
      if (mine == 0 && Thread.currentThread().getName().equals("Thread-" + (n - 1)))
        throw new IllegalStateException("by name");
    });
  }

  /** The same with the thread's number. */
  static void number(int n) {
    long least = Thread.currentThread().getId() + n;
    start(n, () -> {
      int mine;
      synchronized (lock) {
        mine = count++;
      }
      if (mine == 0 && Thread.currentThread().getId() > least + 1000)
        throw new IllegalStateException("by number");
    });
  }

  /** The same with a hash code that the thread reads. */
  static void hash(int n) {
    start(n, () -> {
      synchronized (lock) {
        count++;
      }
      if (new Object().hashCode() == 0) throw new IllegalStateException("by hash code");
    });
  }

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "count": count(n); break;
      case "race": race(n); break;
      case "error": error(n); break;
      case "ring": ring(n); break;
      case "ordered": ordered(n); break;
      case "waiters": waiters(n); break;
      case "nested": nested(n); break;
      case "latch": latch(n); break;
      case "array": array(n); break;
      case "name": name(n); break;
      case "number": number(n); break;
      case "hash": hash(n); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
