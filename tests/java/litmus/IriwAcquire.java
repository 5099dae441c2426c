import java.lang.invoke.VarHandle;

/** Independent reads of independent writes: acquire reads do not make the readers agree. */
public class IriwAcquire extends Litmus {
  private static final VarHandle X = field(IriwAcquire.class, "x");
  private static final VarHandle Y = field(IriwAcquire.class, "y");
  int x;
  int y;

  @Override
  void actor1() {
    X.setRelease(this, 1);
  }

  @Override
  void actor2() {
    Y.setRelease(this, 1);
  }

  @Override
  void actor3() {
    r1 = (int) X.getAcquire(this);
    r2 = (int) Y.getAcquire(this);
  }

  @Override
  void actor4() {
    r3 = (int) Y.getAcquire(this);
    r4 = (int) X.getAcquire(this);
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + r3 + " " + r4;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 4, IriwAcquire::new);
  }
}
