/** A single-check cache of an int that is read once: the race is benign. */
public class CacheInt extends Litmus {
  private int cached;

  private int get() {
    int c = cached;
    if (c == 0) {
      c = 1;
      cached = c;
    }
    return c;
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
    main(args, 2, CacheInt::new);
  }
}
