import java.lang.invoke.VarHandle;

/** Message passing with the two fences that order only writes, or only reads. */
public class MessageNarrowFences extends Litmus {
  int data;
  int flag;

  @Override
  void actor1() {
    data = 1;
    VarHandle.storeStoreFence();
    flag = 1;
  }

  @Override
  void actor2() {
    r1 = flag;
    VarHandle.loadLoadFence();
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageNarrowFences::new);
  }
}
