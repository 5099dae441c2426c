import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The accesses that a lock's release orders are part of the state, even if the lock is a constant
 * that no variable refers to.
 */
public class SoundLiteralLock {
  static int x;
  static boolean done;
  static volatile boolean late;
  static final VarHandle DONE;

  static {
    try {
      DONE =
          MethodHandles.lookup().findStaticVarHandle(SoundLiteralLock.class, "done", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static void writer() {
    if (!late) {
      synchronized ("lock") {
      }
      x = 1;
    } else {
      x = 1;
      synchronized ("lock") {
      }
    }
    DONE.setOpaque(true);
  }

  static void reader() {
    if (!(boolean) DONE.getOpaque() || !late) return;
    synchronized ("lock") {
    }
    int seen = x;
  }

  public static void main(String[] args) {
    Thread writer = new Thread(SoundLiteralLock::writer),
           reader = new Thread(SoundLiteralLock::reader);
    reader.start();
    writer.start();
    late = true;
  }
}
