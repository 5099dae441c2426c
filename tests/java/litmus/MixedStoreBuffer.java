import java.lang.invoke.VarHandle;

/** Store buffering with volatile writes and plain reads. */
public class MixedStoreBuffer extends Litmus {
  private static final VarHandle X = field(MixedStoreBuffer.class, "x");
  private static final VarHandle Y = field(MixedStoreBuffer.class, "y");
  int x;
  int y;

  @Override
  void actor1() {
    X.setVolatile(this, 1);
    r1 = y;
  }

  @Override
  void actor2() {
    Y.setVolatile(this, 1);
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MixedStoreBuffer::new);
  }
}
