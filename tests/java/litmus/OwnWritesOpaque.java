import java.lang.invoke.VarHandle;

/** Opaque writes of two threads have one order, so one of the threads sees its own. */
public class OwnWritesOpaque extends Litmus {
  private static final VarHandle X = field(OwnWritesOpaque.class, "x");
  int x;

  @Override
  void actor1() {
    X.setOpaque(this, 1);
    r1 = (int) X.getOpaque(this);
  }

  @Override
  void actor2() {
    X.setOpaque(this, 2);
    r2 = (int) X.getOpaque(this);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, OwnWritesOpaque::new);
  }
}
