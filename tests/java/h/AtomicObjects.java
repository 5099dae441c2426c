import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Publication through java.util.concurrent.atomic, in stronger and weaker access modes.
 */
public class AtomicObjects {
  static final AtomicInteger turn = new AtomicInteger();
  static final AtomicReference<int[]> slot = new AtomicReference<>();
  static final AtomicIntegerArray cells = new AtomicIntegerArray(2);
  static int x;
  static int y;
  static int z;

  static void first() {
    x = 1;
    turn.incrementAndGet();
    int[] a = {1};
    slot.compareAndSet(null, a);
    y = 2;
    cells.set(0, 1);
    z = 3;
    cells.lazySet(1, 1);
    a[0] = 7;
  }

  static void second() {
    if (turn.get() == 1) {
      x++;
    }
    int[] a = slot.getAndSet(null);
    if (a != null) {
      a[0]++;
      x += a[0];
    }
    if (cells.compareAndSet(0, 1, 2)) {
      y++;
    }
    if (cells.getOpaque(1) == 1) {
      z++;
    }
    if (cells.getAcquire(1) == 1) {
      z++;
    }
    turn.weakCompareAndSetPlain(1, 5);
    turn.setRelease(6);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(AtomicObjects::first);
    Thread b = new Thread(AtomicObjects::second);
    a.start();
    b.start();
    if (turn.getPlain() == 6) {
      y++;
    }
    if (turn.getAcquire() == 6) {
      x += y;
    }
    a.join();
    b.join();
    x += y + z;
  }
}
