import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The ways in which a reference escapes to another thread. Unlocked accesses of both threads to
 * the object are then seen to interleave.
 */
public class EscapeWays {
  static class Cell {
    int value;
    Cell next;

    Cell() {}

    Cell(Cell next) {
      this.next = next;
    }
  }

  static class Holder {
    Cell plain;
    volatile Cell loud;
  }

  static final Holder holder = new Holder();
  static final Object[] elements = new Object[1];
  static final AtomicReference<Cell> atomic = new AtomicReference<>();
  static final VarHandle LOUD;
  static Cell slot;
  static Object[] copied;
  static WeakReference<Cell> weak;
  static volatile boolean ready, both;

  static {
    try {
      LOUD = MethodHandles.lookup().findVarHandle(Holder.class, "loud", Cell.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void give(String way, Cell c) throws ReflectiveOperationException {
    Object[] own = {c};
    switch (way) {
      case "field": holder.plain = c; return;
      case "volatile": holder.loud = c; return;
      case "static": slot = c; return;
      case "element": elements[0] = c; return;
      case "chain": slot = new Cell(new Cell(c)); return;
      case "copy": System.arraycopy(own, 0, elements, 0, 1); return;
      case "clone": copied = own.clone(); return;
      case "set": LOUD.setRelease(holder, c); return;
      case "cas": LOUD.compareAndSet(holder, (Cell) null, c); return;
      case "update": atomic.getAndSet(c); return;
      case "reflected": Holder.class.getDeclaredField("plain").set(holder, c); return;
      case "array": Array.set(elements, 0, c); return;
      case "weak": weak = new WeakReference<>(c); return;
      default: throw new IllegalArgumentException(way);
    }
  }

  static Cell take(String way) {
    switch (way) {
      case "field": case "reflected": return holder.plain;
      case "volatile": case "set": case "cas": return holder.loud;
      case "static": return slot;
      case "chain": return slot.next.next;
      case "clone": return (Cell) copied[0];
      case "update": return atomic.get();
      case "weak": return weak.get();
      default: return (Cell) elements[0];
    }
  }

  /** Captured by the lambda of a started thread. */
  static void started() throws InterruptedException {
    Cell c = new Cell();
    Thread t = new Thread(() -> c.value++);
    t.start();
    c.value++;
    t.join();
    assert c.value == 2 : "lost";
  }

  public static void main(String[] args) throws InterruptedException {
    String way = args[0];
    if (way.equals("started")) {
      started();
      return;
    }
    Cell c = new Cell();
    Thread other = new Thread(() -> {
      if (ready) {
        take(way).value++;
        both = true;
      }
    });
    other.start();
    try {
      give(way, c);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    ready = true;
    c.value++;
    other.join();
    assert c.value == (both ? 2 : 1) : "lost";
  }
}
