import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Locations that are accessed both plainly and atomically, in every access mode. */
public class Handles {
  static final VarHandle X;
  static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
  static final VarHandle V;

  static {
    try {
      X = MethodHandles.lookup().findStaticVarHandle(Handles.class, "x", int.class);
      V = MethodHandles.lookup().findStaticVarHandle(Handles.class, "v", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static int x;
  static volatile int v;
  static int data;
  static int more;
  static final int[] cells = new int[3];
  static final byte[] raw = new byte[16];

  static void one() {
    x = 1;
    data = 1;
    X.setRelease(2);
    cells[0] = 1;
    CELL.setVolatile(cells, 1, 1);
    more = 1;
    CELL.setOpaque(cells, 2, 1);
    V.set(3);
    data++;
    v = 4;
    raw[3] = 1;
    LONGS.set(raw, 4, 9L);
    X.setOpaque(7);
  }

  static void two() {
    if ((int) X.getAcquire() == 2) {
      data++;
    }
    x++;
    CELL.compareAndSet(cells, 0, 1, 2);
    if ((int) CELL.getAndAdd(cells, 1, 3) == 1) {
      data += cells[1];
    }
    if ((int) CELL.getOpaque(cells, 2) == 1) {
      more++;
    }
    if ((int) V.get() == 3) {
      data++;
    }
    if (v == 4) {
      data++;
    }
    raw[5] = 2;
    data += (int) (long) LONGS.get(raw, 0);
  }

  static void three() {
    int seen = (int) X.getVolatile();
    if (seen == 7) {
      data += seen;
    }
    X.getAndAddRelease(1);
    X.getAndAddAcquire(1);
    CELL.weakCompareAndSetPlain(cells, 1, 1, 5);
    more += cells[1];
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(Handles::one);
    Thread b = new Thread(Handles::two);
    Thread c = new Thread(Handles::three);
    a.start();
    b.start();
    c.start();
    a.join();
    b.join();
    c.join();
    data += more + x + cells[0] + raw[4];
  }
}
