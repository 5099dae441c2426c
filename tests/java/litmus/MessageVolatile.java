/** Message passing with a volatile flag. */
public class MessageVolatile extends Litmus {
  int data;
  volatile int flag;

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
    main(args, 2, MessageVolatile::new);
  }
}
