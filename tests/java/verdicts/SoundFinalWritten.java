import java.lang.reflect.Field;

/** Reflection writes a final field that others may read: the reduction assumes no such write. */
public class SoundFinalWritten {
  static volatile boolean go;

  static class Box {
    final Integer value;

    Box(int v) {
      value = v;
    }
  }

  public static void main(String[] args) throws Exception {
    Box box = new Box(1);
    new Thread(() -> {
      go = true;
      if (box.value == 2) throw new IllegalStateException("changed");
    }).start();
    Field f = Box.class.getDeclaredField("value");
    f.setAccessible(true);
    while (!go) Thread.yield();
    f.set(box, 2);
  }
}
