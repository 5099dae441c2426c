import java.lang.invoke.VarHandle;

/** Message passing with an opaque flag, which does not publish the data. */
public class MessageOpaque extends Litmus {
  private static final VarHandle FLAG = field(MessageOpaque.class, "flag");
  int data;
  int flag;

  @Override
  void actor1() {
    data = 1;
    FLAG.setOpaque(this, 1);
  }

  @Override
  void actor2() {
    r1 = (int) FLAG.getOpaque(this);
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageOpaque::new);
  }
}
