/**
 * Double-checked locking without volatile: a thread that does not lock may see the object without
 * the value of its field.
 */
public class LazyBroken extends Litmus {
  private static final class Box {
    int value;

    Box() {
      value = 1;
    }
  }

  private Box shared;

  private Box get() {
    Box b = shared;
    if (b == null) {
      synchronized (this) {
        b = shared;
        if (b == null) {
          b = new Box();
          shared = b;
        }
      }
    }
    return b;
  }

  @Override
  void actor1() {
    r1 = get().value;
  }

  @Override
  void actor2() {
    r2 = get().value;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, LazyBroken::new);
  }
}
