/**
 * Each thread may see the plain write of the other after its own, which no one order of the writes
 * explains.
 */
public class OwnWritesPlain extends Litmus {
  int x;

  @Override
  void actor1() {
    x = 1;
    r1 = x;
  }

  @Override
  void actor2() {
    x = 2;
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, OwnWritesPlain::new);
  }
}
