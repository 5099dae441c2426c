import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Native methods read many elements or the machine's counters while another thread writes what
 * they read.
 */
public class BulkNatives {
  static final int[] shared = new int[2];
  static final AtomicInteger count = new AtomicInteger();

  static void write() {
    shared[0] = 1;
    shared[1] = 1;
  }

  /** Fails if the two elements were read at different times. */
  static void check(int[] copy) {
    assert copy[0] >= copy[1] : "torn " + Arrays.toString(copy);
  }

  static int[] copied() {
    int[] to = new int[2];
    System.arraycopy(shared, 0, to, 0, 2);
    return to;
  }

  static void run(String what) {
    switch (what) {
      case "copy": check(copied()); break;
      case "clone": check(shared.clone()); break;
      case "locked": synchronized (shared) { check(copied()); } break;
      case "count": count.addAndGet(ThreadLocalRandom.current().nextInt(3) + 1); break;
      case "print": System.out.printf("%5.2f %s%n", 2.5, what); break;
      default: throw new IllegalArgumentException(what);
    }
  }

  static void other(String what) {
    switch (what) {
      case "locked": synchronized (shared) { write(); } break;
      case "count": count.incrementAndGet(); break;
      case "print": System.out.printf("%d %s%n", 3, what); break;
      default: write();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> other(args[0]));
    t.start();
    run(args[0]);
    t.join();
    assert !args[0].equals("count") || count.get() >= 2 && count.get() <= 4;
  }
}
