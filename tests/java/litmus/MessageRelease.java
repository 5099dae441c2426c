import java.lang.invoke.VarHandle;

/** Message passing with a release write and an acquire read: the weakest modes that publish. */
public class MessageRelease extends Litmus {
  private static final VarHandle FLAG = field(MessageRelease.class, "flag");
  int data;
  int flag;

  @Override
  void actor1() {
    data = 1;
    FLAG.setRelease(this, 1);
  }

  @Override
  void actor2() {
    r1 = (int) FLAG.getAcquire(this);
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageRelease::new);
  }
}
