import java.lang.invoke.VarHandle;

/** Message passing with plain accesses, ordered by a release and an acquire fence. */
public class MessageFences extends Litmus {
  int data;
  int flag;

  @Override
  void actor1() {
    data = 1;
    VarHandle.releaseFence();
    flag = 1;
  }

  @Override
  void actor2() {
    r1 = flag;
    VarHandle.acquireFence();
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageFences::new);
  }
}
