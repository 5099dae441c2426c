import java.util.concurrent.atomic.AtomicInteger;

/**
 * A compare-and-set in plain mode puts its own value in the place of one that was released. A
 * thread that acquires the new value need not see the data.
 */
public class PlainSwap extends Litmus {
  int data;
  final AtomicInteger flag = new AtomicInteger();

  @Override
  void actor1() {
    data = 1;
    flag.setRelease(1);
  }

  @Override
  void actor2() {
    flag.weakCompareAndSetPlain(1, 2);
  }

  @Override
  void actor3() {
    r1 = flag.getAcquire();
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 3, PlainSwap::new);
  }
}
