import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** finally releases a permit even if none was acquired. */
public class ReleasesUnowned {
  static final Semaphore s = new Semaphore(1);
  static final AtomicInteger in = new AtomicInteger();
  static void work() {
    try {
      if (!s.tryAcquire())
        return;
      if (in.incrementAndGet() > 1)
        throw new IllegalStateException("two inside");
      in.decrementAndGet();
    } finally {
      s.release();
    }
  }
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 3; i++)
      new Thread(ReleasesUnowned::work, "w" + i).start();
  }
}
