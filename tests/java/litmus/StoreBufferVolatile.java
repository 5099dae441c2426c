/** Store buffering with volatile fields: one of the reads comes after both writes. */
public class StoreBufferVolatile extends Litmus {
  volatile int x;
  volatile int y;

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
    main(args, 2, StoreBufferVolatile::new);
  }
}
