/** Double-checked locking with a volatile field. */
public class LazyVolatile extends Litmus {
  private static final class Box {
    int value;

    Box() {
      value = 1;
    }
  }

  private volatile Box shared;

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
    main(args, 2, LazyVolatile::new);
  }
}
