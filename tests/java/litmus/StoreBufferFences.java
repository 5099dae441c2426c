import java.lang.invoke.VarHandle;

/** Store buffering with plain accesses and a full fence between each write and read. */
public class StoreBufferFences extends Litmus {
  int x;
  int y;

  @Override
  void actor1() {
    x = 1;
    VarHandle.fullFence();
    r1 = y;
  }

  @Override
  void actor2() {
    y = 1;
    VarHandle.fullFence();
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, StoreBufferFences::new);
  }
}
