import java.util.concurrent.atomic.AtomicInteger;

/** A compare-and-set that fails is a read. In plain mode, it does not acquire what it read. */
public class CasFailsPlain extends Litmus {
  int data;
  final AtomicInteger flag = new AtomicInteger();

  @Override
  void actor1() {
    data = 1;
    flag.setRelease(1);
  }

  @Override
  void actor2() {
    r1 = flag.weakCompareAndSetPlain(0, 2) ? 0 : 1;
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CasFailsPlain::new);
  }
}
