/** Either field of an object may be late, if the object was published by a plain write. */
public class PublishTwoFields extends Litmus {
  private static final class Pair {
    int left = 1;
    int right = 2;
  }

  Pair shared;

  @Override
  void actor1() {
    shared = new Pair();
  }

  @Override
  void actor2() {
    Pair p = shared;
    if (p == null) {
      r1 = -1;
    } else {
      r1 = p.left;
      r2 = p.right;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, PublishTwoFields::new);
  }
}
