/**
 * A plain write of the reference publishes an object with a final field. The Java memory model
 * promises the reader the value that the constructor gave it.
 */
public class PublishFinalField extends Litmus {
  private static final class Box {
    final int value;

    Box() {
      value = 1;
    }
  }

  Box shared;

  @Override
  void actor1() {
    shared = new Box();
  }

  @Override
  void actor2() {
    Box b = shared;
    r1 = b == null ? -1 : b.value;
  }

  @Override
  String outcome() {
    return Integer.toString(r1);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, PublishFinalField::new);
  }
}
