import java.lang.invoke.VarHandle;

/**
 * Two writes of the same value, of which only the later one passes something on: who reads the
 * earlier one does not see what happened between them.
 */
public class EqualWrites extends Litmus {
  private static final VarHandle X = field(EqualWrites.class, "x");
  int x;
  int data;
  int done;

  @Override
  void actor1() {
    x = 1;
    data = 1;
    X.setRelease(this, 1);
    done = 1;
  }

  @Override
  void actor2() {
    r1 = -1;
    r2 = -1;
    if (done == 1) {
      r1 = x;
      VarHandle.acquireFence();
      r2 = data;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, EqualWrites::new);
  }
}
