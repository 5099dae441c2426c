import java.lang.invoke.VarHandle;

/**
 * Store buffering with release writes and acquire reads: nothing orders a release write before a
 * later read.
 */
public class StoreBufferRelease extends Litmus {
  private static final VarHandle X = field(StoreBufferRelease.class, "x");
  private static final VarHandle Y = field(StoreBufferRelease.class, "y");
  int x;
  int y;

  @Override
  void actor1() {
    X.setRelease(this, 1);
    r1 = (int) Y.getAcquire(this);
  }

  @Override
  void actor2() {
    Y.setRelease(this, 1);
    r2 = (int) X.getAcquire(this);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, StoreBufferRelease::new);
  }
}
