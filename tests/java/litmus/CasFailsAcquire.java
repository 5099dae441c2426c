import java.util.concurrent.atomic.AtomicInteger;

/** A failing compare-and-exchange in acquire mode acquires what it read. */
public class CasFailsAcquire extends Litmus {
  int data;
  final AtomicInteger flag = new AtomicInteger();

  @Override
  void actor1() {
    data = 1;
    flag.setRelease(1);
  }

  @Override
  void actor2() {
    r1 = flag.compareAndExchangeAcquire(2, 3);
    r2 = data;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, CasFailsAcquire::new);
  }
}
