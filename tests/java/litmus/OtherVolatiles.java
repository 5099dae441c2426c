/** Volatile accesses order nothing unless the reader reads what the writer wrote. */
public class OtherVolatiles extends Litmus {
  int x;
  int y;
  volatile int written;
  volatile int read;

  @Override
  void actor1() {
    x = 1;
    written = 1;
    y = 1;
  }

  @Override
  void actor2() {
    r1 = y;
    r3 = read;
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, OtherVolatiles::new);
  }
}
