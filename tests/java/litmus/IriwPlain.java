/**
 * Independent reads of independent writes: two readers may disagree about which of two plain writes
 * came first.
 */
public class IriwPlain extends Litmus {
  int x;
  int y;

  @Override
  void actor1() {
    x = 1;
  }

  @Override
  void actor2() {
    y = 1;
  }

  @Override
  void actor3() {
    r1 = x;
    r2 = y;
  }

  @Override
  void actor4() {
    r3 = y;
    r4 = x;
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + r3 + " " + r4;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 4, IriwPlain::new);
  }
}
