/** The test against null proves nothing about a second plain read of the field. */
public class PublishReread extends Litmus {
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
    if (shared == null) {
      r1 = -1;
    } else {
      Box again = shared;
      r1 = again == null ? -2 : again.value;
    }
  }

  @Override
  String outcome() {
    return Integer.toString(r1);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, PublishReread::new);
  }
}
