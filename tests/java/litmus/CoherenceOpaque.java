import java.lang.invoke.VarHandle;

/** Opaque reads of one field never go back in time. */
public class CoherenceOpaque extends Litmus {
  private static final VarHandle X = field(CoherenceOpaque.class, "x");
  int x;

  @Override
  void actor1() {
    X.setOpaque(this, 1);
  }

  @Override
  void actor2() {
    r1 = (int) X.getOpaque(this);
    r2 = (int) X.getOpaque(this);
    r3 = (int) X.getOpaque(this);
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + r3;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CoherenceOpaque::new);
  }
}
