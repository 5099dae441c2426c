import java.lang.invoke.VarHandle;

/**
 * Mutual exclusion by a flag of each thread. In release and acquire mode, both may enter, and then
 * one of the counts may get lost.
 */
public class DekkerRelease extends Litmus {
  private static final VarHandle WANT1 = field(DekkerRelease.class, "want1");
  private static final VarHandle WANT2 = field(DekkerRelease.class, "want2");
  int want1;
  int want2;
  int inside;

  @Override
  void actor1() {
    WANT1.setRelease(this, 1);
    if ((int) WANT2.getAcquire(this) == 0) {
      r1 = 1;
      inside++;
    }
  }

  @Override
  void actor2() {
    WANT2.setRelease(this, 1);
    if ((int) WANT1.getAcquire(this) == 0) {
      r2 = 1;
      inside++;
    }
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + inside;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, DekkerRelease::new);
  }
}
