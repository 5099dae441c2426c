/**
 * Both writers know that x is no longer 0, but the reader does not: a value has to stay while a
 * single thread may still read it.
 */
public class KeptForOne extends Litmus {
  int x;
  volatile boolean written;
  boolean replaced;

  @Override
  void actor1() {
    r1 = replaced ? x : -1;
  }

  @Override
  void actor2() {
    x = 1;
    written = true;
  }

  @Override
  void actor3() {
    if (written) {
      x = 2;
      replaced = true;
    }
  }

  @Override
  String outcome() {
    return "" + r1;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 3, KeptForOne::new);
  }
}
