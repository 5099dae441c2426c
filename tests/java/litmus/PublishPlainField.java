/** A plain write of the reference publishes an object before its plain field. */
public class PublishPlainField extends Litmus {
  private static final class Box {
    int value;

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
    main(args, 2, PublishPlainField::new);
  }
}
