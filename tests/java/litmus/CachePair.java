/**
 * A single-check cache of an object with two plain fields is not benign. A result is both fields
 * in one number.
 */
public class CachePair extends Litmus {
  private static final class Pair {
    int left = 1;
    int right = 2;
  }

  private Pair cached;

  private int get() {
    Pair p = cached;
    if (p == null) {
      p = new Pair();
      cached = p;
    }
    return p.left * 10 + p.right;
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
    main(args, 2, CachePair::new);
  }
}
