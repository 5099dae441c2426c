/**
 * Plain reads of one field may go back in time. The compiler does not know that `alias` is this
 * object: if it reuses the first read for the third, the second may be newer than the third.
 */
public class CoherencePlain extends Litmus {
  int x;
  CoherencePlain alias = this;

  @Override
  void actor1() {
    x = 1;
  }

  @Override
  void actor2() {
    r1 = x;
    r2 = alias.x;
    r3 = x;
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + r3;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CoherencePlain::new);
  }
}
