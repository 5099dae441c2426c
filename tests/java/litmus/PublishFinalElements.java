/**
 * A plain write publishes an object whose final field leads to an array. The Java memory model
 * promises the reader the elements that the constructor stored.
 */
public class PublishFinalElements extends Litmus {
  private static final class Box {
    final int[] values;

    Box() {
      values = new int[1];
      values[0] = 1;
    }
  }

  Box shared;

  @Override
  void actor1() {
    shared = new Box();
  }

  @Override
  void actor2() {
    Box box = shared;
    r1 = box == null ? -1 : box.values[0];
  }

  @Override
  String outcome() {
    return "" + r1;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, PublishFinalElements::new);
  }
}
