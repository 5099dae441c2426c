/**
 * Store buffering: each actor writes one variable and then reads the other's. With plain accesses,
 * both may read the old value.
 */
public class StoreBufferPlain extends Litmus {
  int x;
  int y;

  @Override
  void actor1() {
    x = 1;
    r1 = y;
  }

  @Override
  void actor2() {
    y = 1;
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, StoreBufferPlain::new);
  }
}
