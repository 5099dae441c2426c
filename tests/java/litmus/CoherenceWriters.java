import java.lang.invoke.VarHandle;

/**
 * The opaque writes of two threads to one field have one order. The reader and the last value agree
 * with it.
 */
public class CoherenceWriters extends Litmus {
  private static final VarHandle X = field(CoherenceWriters.class, "x");
  int x;

  @Override
  void actor1() {
    X.setOpaque(this, 1);
  }

  @Override
  void actor2() {
    X.setOpaque(this, 2);
  }

  @Override
  void actor3() {
    r1 = (int) X.getOpaque(this);
    r2 = (int) X.getOpaque(this);
  }

  @Override
  String outcome() {
    return r1 + " " + r2 + " " + (int) X.getOpaque(this);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 3, CoherenceWriters::new);
  }
}
