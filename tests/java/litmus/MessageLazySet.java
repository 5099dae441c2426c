import java.util.concurrent.atomic.AtomicInteger;

/** Message passing by lazySet. A volatile read that sees it sees the data as well. */
public class MessageLazySet extends Litmus {
  int data;
  final AtomicInteger flag = new AtomicInteger();

  @Override
  void actor1() {
    data = 1;
    flag.lazySet(1);
  }

  @Override
  void actor2() {
    r1 = flag.get();
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageLazySet::new);
  }
}
