import java.lang.invoke.VarHandle;

/** Message passing with a volatile write of the flag and a plain read. */
public class MixedMessage extends Litmus {
  private static final VarHandle FLAG = field(MixedMessage.class, "flag");
  int data;
  int flag;

  @Override
  void actor1() {
    data = 1;
    FLAG.setVolatile(this, 1);
  }

  @Override
  void actor2() {
    r1 = flag;
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MixedMessage::new);
  }
}
