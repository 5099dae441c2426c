/**
 * An array that was published by a plain write: its length is always right, its elements are not.
 */
public class PublishElements extends Litmus {
  int[] shared;

  @Override
  void actor1() {
    shared = new int[] {1, 2};
  }

  @Override
  void actor2() {
    int[] a = shared;
    if (a == null) {
      r1 = -1;
    } else {
      r1 = a.length;
      r2 = a[1];
    }
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, PublishElements::new);
  }
}
