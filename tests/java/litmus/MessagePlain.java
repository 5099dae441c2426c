/** Message passing: a reader that finds the plain flag set may still see the old data. */
public class MessagePlain extends Litmus {
  int data;
  int flag;

  @Override
  void actor1() {
    data = 1;
    flag = 1;
  }

  @Override
  void actor2() {
    r1 = flag;
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessagePlain::new);
  }
}
