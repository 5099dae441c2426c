import java.lang.invoke.VarHandle;

/** Store buffering in opaque mode, which orders only the accesses to one variable. */
public class StoreBufferOpaque extends Litmus {
  private static final VarHandle X = field(StoreBufferOpaque.class, "x");
  private static final VarHandle Y = field(StoreBufferOpaque.class, "y");
  int x;
  int y;

  @Override
  void actor1() {
    X.setOpaque(this, 1);
    r1 = (int) Y.getOpaque(this);
  }

  @Override
  void actor2() {
    Y.setOpaque(this, 1);
    r2 = (int) X.getOpaque(this);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, StoreBufferOpaque::new);
  }
}
