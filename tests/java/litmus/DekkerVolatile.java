/** Mutual exclusion by a volatile flag of each thread: at most one enters. */
public class DekkerVolatile extends Litmus {
  volatile int want1;
  volatile int want2;
  int inside;

  @Override
  void actor1() {
    want1 = 1;
    if (want2 == 0) {
      r1 = 1;
      inside++;
    }
  }

  @Override
  void actor2() {
    want2 = 1;
    if (want1 == 0) {
      r2 = 1;
      inside++;
    }
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + inside;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, DekkerVolatile::new);
  }
}
