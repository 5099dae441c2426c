import java.util.ArrayList;
import java.util.List;

/** A heap bound: --heap 1 (megabyte). */
public class HeapBound {
  static final int KB = 1 << 10;
  static byte[] kept, base;

  static boolean fits(int kilobytes) {
    try {
      return new byte[kilobytes * KB].length > 0;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  static void garbage(int kilobytes) {
    for (int i = 0; i < kilobytes; i++) kept = new byte[KB];
    kept = null;
  }

  /** Garbage accumulates in several orders, but the same allocations fit. */
  static void sameEverywhere() throws InterruptedException {
    base = new byte[300 * KB];
    Object lock = new Object();
    Thread[] t = new Thread[2];
    for (int i = 0; i < t.length; i++) {
      int n = i;
      t[i] = new Thread(() -> {
        for (int k = 0; k < 2; k++)
          synchronized (lock) {
            garbage(20 + 9 * n);
          }
      });
      t[i].start();
    }
    for (Thread each : t) each.join();
    if (fits(750)) throw new IllegalStateException("too much fits beside " + base.length);
    if (!fits(650)) throw new IllegalStateException("too little fits");
    if (fits(750)) throw new IllegalStateException("too much fits again");
  }

  /** The second thread finds the heap full or not, depending on the schedule. */
  static void bySchedule() throws InterruptedException {
    Object lock = new Object();
    boolean[] first = {true};
    Runnable r = ()
        -> {synchronized (lock){if (first[0] && Thread.currentThread().getName().equals("keeper"))
                                    kept = new byte[300 * KB];
    first[0] = false;
      }
    };
    Thread a = new Thread(r, "keeper"), b = new Thread(r, "other");
    a.start();
    b.start();
    a.join();
    b.join();
    byte[] more = new byte[800 * KB];
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "same": sameEverywhere(); break;
      case "schedule": bySchedule(); break;
      case "main": {
        List<byte[]> all = new ArrayList<>();
        while (true) all.add(new byte[50 * KB]);
      }
      case "caught": {
        List<byte[]> all = new ArrayList<>();
        try {
          while (true) all.add(new byte[50 * KB]);
        } catch (OutOfMemoryError e) {
          if (e.getStackTrace().length == 0) throw new IllegalStateException("no stack");
          if (all.size() < 15 || all.size() > 20)
            throw new IllegalStateException(all.size() + " pieces");
        }
        all.clear();
        if (!fits(900)) throw new IllegalStateException("not given back");
        break;
      }
      case "thread": {
        Thread t = new Thread(() -> fits(2000));
        t.start();
        kept = new byte[2000 * KB];
        break;
      }
      default: { /* two threads exceed the bound only together */
        Runnable r = () -> {
          byte[] mine = new byte[600 * KB];
          synchronized (HeapBound.class) {
            mine[0] = 1;
          }
        };
        new Thread(r).start();
        new Thread(r).start();
      }
    }
  }
}
