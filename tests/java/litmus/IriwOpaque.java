import java.lang.invoke.VarHandle;

/** Independent reads of independent writes in opaque mode. */
public class IriwOpaque extends Litmus {
  private static final VarHandle X = field(IriwOpaque.class, "x");
  private static final VarHandle Y = field(IriwOpaque.class, "y");
  int x;
  int y;

  @Override
  void actor1() {
    X.setOpaque(this, 1);
  }

  @Override
  void actor2() {
    Y.setOpaque(this, 1);
  }

  @Override
  void actor3() {
    r1 = (int) X.getOpaque(this);
    r2 = (int) Y.getOpaque(this);
  }

  @Override
  void actor4() {
    r3 = (int) Y.getOpaque(this);
    r4 = (int) X.getOpaque(this);
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + r3 + " " + r4;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 4, IriwOpaque::new);
  }
}
