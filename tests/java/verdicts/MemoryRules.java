import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The subtle rules of h, one case per argument. Two threads run the two halves of a case. */
public class MemoryRules {
  static class Cell {
    int value;
    final int fixed;
    Cell next;

    Cell(int v) {
      value = v;
      fixed = v;
    }
  }

  static class Wide {
    long number;
    double real;
    byte left;
    byte right;
    boolean yes;
    boolean no;
  }

  static class Table {
    static int x = 1;
    static final Cell cell = new Cell(2);

    static {
      x++;
      cell.value++;
    }
  }

  /** Its flag orders accesses, whether or not its fields are trusted. */
  static class Gate {
    volatile boolean open;
    int passed;
  }

  static class Status {
    volatile int v;
  }

  static final VarHandle X;
  static final VarHandle V;
  static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

  static {
    try {
      X = MethodHandles.lookup().findStaticVarHandle(MemoryRules.class, "x", int.class);
      V = MethodHandles.lookup().findVarHandle(Status.class, "v", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static int x;
  static int y;
  static Cell slot;
  static int[] handed;
  static volatile Cell loud;
  static volatile byte[] own;
  static final Object lock = new Object();
  static volatile int[] box = new int[2];
  static final Wide wide = new Wide();
  static final byte[] bytes = new byte[16];
  static final boolean[] flags = new boolean[2];
  static final char[] chars = new char[2];
  static final short[] shorts = new short[2];
  static final long[] longs = new long[2];
  static final int[] source = {1, 2, 3, 4};
  static final int[] target = new int[4];
  static final LinkedBlockingQueue<int[]> queue = new LinkedBlockingQueue<>();
  static final Gate gate = new Gate();
  static final Status status = new Status();
  static final AtomicInteger count = new AtomicInteger();
  static volatile boolean flag;

  static void first(String what) throws InterruptedException {
    switch (what) {
      case "late": case "lateFinal": slot = new Cell(1); return;
      case "lateChain": {
        Cell c = new Cell(1);
        c.next = new Cell(2);
        slot = c;
        return;
      }
      case "lateVolatile": loud = new Cell(1); return;
      case "lateLock": {
        Cell c = new Cell(1);
        synchronized (lock) {
          slot = c;
        }
        return;
      }
      case "afterVolatile": {
        Cell c = new Cell(1);
        loud = c;
        c.value = 2;
        return;
      }
      case "boot": x = Collections.emptyList().size(); return;
      case "init": x = Table.x + Table.cell.value; return;
      case "initWrite": Table.x++; return;
      case "queue": case "queueLate": {
        int[] a = {1};
        a[0] = 2;
        queue.put(a);
        if (what.equals("queueLate")) {
          a[0] = 3;
        }
        return;
      }
      case "gate": case "gateField":
        y = 1;
        if (what.equals("gateField")) {
          gate.passed = 1;
        }
        gate.open = true;
        gate.passed = 2;
        return;
      case "plainThenAtomic": case "plainThenOpaque": x = 1; return;
      case "atomicThenPlain": X.setVolatile(1); return;
      case "opaqueThenPlain": X.setOpaque(1); return;
      case "opaqueEdge": y = 1; X.setOpaque(1); return;
      case "atomics": X.getAndAdd(1); X.setOpaque(4); return;
      case "acquiringUpdate": y = 1; X.getAndSetAcquire(1); return;
      case "releasingUpdate": y = 1; X.setRelease(1); return;
      case "acquiringSwap": y = 1; count.weakCompareAndSetAcquire(0, 1); return;
      case "releasingSwap": y = 1; count.setRelease(1); return;
      case "ownEdge": {
        int[] a = {1};
        CELL.setVolatile(a, 0, 2);
        handed = a;
        return;
      }
      case "plainToVolatile": V.set(status, 1); return;
      case "elementOfVolatile": box[0] = 1; return;
      case "neighbours":
        bytes[0] = 1;
        flags[0] = true;
        chars[0] = 1;
        shorts[0] = 1;
        longs[0] = 1;
        wide.left = 1;
        wide.yes = true;
        return;
      case "sameByte": bytes[1] = 1; return;
      case "long": wide.number = 1; return;
      case "double": wide.real = 1; return;
      case "copyApart": System.arraycopy(source, 0, target, 0, 2); return;
      case "copyOver": System.arraycopy(source, 0, target, 0, 3); return;
      case "copyFrom": System.arraycopy(source, 1, target, 0, 2); return;
      case "stringOfChars": chars[0] = 'a'; return;
      case "arraysEqual": bytes[3] = 1; return;
      case "wordOver":
      case "wordApart":
      case "wordBoth": ByteBuffer.wrap(bytes).putLong(0, 5L); return;
      case "reuse": case "rowSurvives": {
        if (what.equals("rowSurvives")) {
          y = 1;
          flag = true;
        }
        for (int i = 0; i < 30; i++) {
          byte[] garbage = new byte[1 << 20];
          for (int k = 0; k < 32; k++) {
            garbage[k] = 1;
          }
        }
        return;
      }
      case "readThenWrite": y = x; V.setOpaque(status, 1); return;
      case "string": synchronized ("constant") { x = 1; } return;
      default: throw new IllegalArgumentException(what);
    }
  }

  static int second(String what) throws InterruptedException {
    Cell c;
    switch (what) {
      case "late": c = slot; return c == null ? 0 : c.value;
      case "lateFinal": c = slot; return c == null ? 0 : c.fixed;
      case "lateChain": c = slot; return c == null ? 0 : c.next.value;
      case "lateVolatile": case "afterVolatile": c = loud; return c == null ? 0 : c.value;
      case "lateLock":
        synchronized (lock) {
          c = slot;
        }
        return c == null ? 0 : c.value;
      case "boot": return Collections.emptyList().size();
      case "init": return Table.x + Table.cell.value;
      case "initWrite": return Table.x;
      case "queue": case "queueLate": return queue.take()[0];
      case "gate": return gate.open ? y : 0;
      case "gateField": return gate.open ? y + gate.passed : 0;
      case "plainThenAtomic": return (int) X.getVolatile();
      case "plainThenOpaque": return (int) X.getOpaque();
      case "atomicThenPlain": case "opaqueThenPlain": return x;
      case "opaqueEdge": return (int) X.getOpaque() == 1 ? y : 0;
      case "atomics": return (int) X.getAndAdd(2) + (int) X.getAcquire();
      case "acquiringUpdate": return (int) X.getAcquire() == 1 ? y : 0;
      case "releasingUpdate": return (int) X.getAndSetRelease(2) == 1 ? y : 0;
      case "acquiringSwap": return count.getAcquire() == 1 ? y : 0;
      case "releasingSwap": return count.weakCompareAndSetRelease(1, 2) ? y : 0;
      case "ownEdge": {
        int[] a = handed;
        return a == null ? 0 : (int) CELL.getVolatile(a, 0) + a[0];
      }
      case "plainToVolatile": return status.v;
      case "elementOfVolatile": return box[0];
      case "neighbours":
        bytes[1] = 1;
        flags[1] = true;
        chars[1] = 1;
        shorts[1] = 1;
        longs[1] = 1;
        wide.right = 1;
        wide.no = true;
        return 0;
      case "sameByte": bytes[1] = 2; return 0;
      case "long": return (int) wide.number;
      case "double": return (int) wide.real;
      case "copyApart": return target[2];
      case "copyOver": return target[2];
      case "copyFrom": source[2] = 9; return 0;
      case "stringOfChars": return new String(chars).length();
      case "arraysEqual": return Arrays.equals(bytes, new byte[16]) ? 1 : 0;
      case "wordOver": return bytes[7];
      case "wordApart": return bytes[8];
      case "wordBoth": return (int) ByteBuffer.wrap(bytes).getLong(0);
      case "reuse": {
        byte[] mine = new byte[1 << 20];
        own = mine;
        return mine[0] + mine[7];
      }
      case "rowSurvives": return flag ? y : 0;
      case "readThenWrite":
        if ((int) V.getOpaque(status) == 1) {
          x = 1;
        }
        return 0;
      case "string": synchronized ("constant") { return x; }
      default: throw new IllegalArgumentException(what);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      try {
        first(args[0]);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    t.start();
    second(args[0]);
    t.join();
  }
}
