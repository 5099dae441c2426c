import java.lang.invoke.VarHandle;

/** Store buffering: a release fence or an acquire fence does not order a write before a read. */
public class StoreBufferNarrowFences extends Litmus {
  int x;
  int y;

  @Override
  void actor1() {
    x = 1;
    VarHandle.releaseFence();
    r1 = y;
  }

  @Override
  void actor2() {
    y = 1;
    VarHandle.acquireFence();
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, StoreBufferNarrowFences::new);
  }
}
