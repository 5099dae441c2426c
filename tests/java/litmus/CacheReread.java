/**
 * A single-check cache that reads the field again for its result, which may be older than the test.
 */
public class CacheReread extends Litmus {
  private int cached;

  private int get() {
    if (cached == 0) {
      cached = 1;
    }
    return cached;
  }

  @Override
  void actor1() {
    r1 = get();
  }

  @Override
  void actor2() {
    r2 = get();
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CacheReread::new);
  }
}
