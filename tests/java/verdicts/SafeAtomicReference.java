import java.util.concurrent.atomic.AtomicReference;

/** An object with plain fields, published through an AtomicReference. */
public class SafeAtomicReference {
  static final class Box {
    int content;
  }

  public static void main(String[] args) {
    AtomicReference<Box> slot = new AtomicReference<>();
    new Thread(() -> {
      Box box = new Box();
      box.content = 9;
      slot.set(box);
    }).start();
    Box seen = slot.get();
    if (seen != null) {
      assert seen.content == 9;
    }
  }
}
