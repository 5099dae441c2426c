import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** What the programs of GenPairs share: two threads by one call each, and what came of it. */
class PairsBase {
  interface Call {
    Object on(int who) throws Throwable;
  }

  static final Thread[] threads = new Thread[2];
  static final String[] results = new String[2];
  static final long[] stamps = new long[2];
  static final StringBuffer other = new StringBuffer("cd");
  static final int index = 0;
  static volatile int ran;
  static ReentrantReadWriteLock all;
  static Phaser all2;
  static ReentrantLock lock;
  static CompletableFuture<?> dependent;

  static int ran(int result) {
    ran++;
    return result;
  }

  static Thread daemon(Runnable r) {
    Thread t = new Thread(r);
    t.setDaemon(true);
    return t;
  }

  static <T extends Collection<Object>> T filled(T all) {
    all.add(5 - all.size());
    return all;
  }

  static <T extends Map<Object, Object>> T filled(T all) {
    all.put(5, 50);
    return all;
  }

  static StampedLock readLocked(StampedLock l) {
    stamps[0] = l.readLock();
    stamps[1] = l.readLock();
    return l;
  }

  static <T> CompletableFuture<T> withDependent(CompletableFuture<T> f) {
    dependent = f.thenApply(x -> 3);
    return f;
  }

  static <T> CompletableFuture<T> withAll(CompletableFuture<T> f) {
    dependent = CompletableFuture.allOf(f);
    return f;
  }

  static long stamp(int who) {
    return stamps[who];
  }

  static Thread other(int who) {
    return threads[1 - who];
  }

  static String listed(Iterator<?> i) {
    StringBuilder b = new StringBuilder();
    while (i.hasNext()) b.append(i.next()).append(' ');
    return b.toString();
  }

  private static void run(Call c, int who) {
    String r;
    try {
      r = String.valueOf(c.on(who));
    } catch (Throwable t) {
      r = t.getClass().getName();
    }
    results[who] = Thread.interrupted() ? r + " interrupted" : r;
  }

  static void both(Call a, Call b, Call c) throws InterruptedException {
    Thread t = new Thread(() -> run(a, 0));
    threads[0] = t;
    threads[1] = Thread.currentThread();
    t.start();
    run(b, 1);
    if (c != null) {
      String first = results[1];
      run(c, 1);
      results[1] = first + ", " + results[1];
    }
    try {
      t.join();
    } catch (InterruptedException e) {
      results[1] += " late";
      t.join();
    }
  }

  static void end(String state) {
    System.out.println(results[0] + " | " + results[1] + " | " + state);
  }
}
