import java.util.concurrent.atomic.AtomicInteger;

/**
 * Store buffering with lazySet. It is a release write, so the volatile reads after it may be too
 * early.
 */
public class StoreBufferLazySet extends Litmus {
  final AtomicInteger x = new AtomicInteger();
  final AtomicInteger y = new AtomicInteger();

  @Override
  void actor1() {
    x.lazySet(1);
    r1 = y.get();
  }

  @Override
  void actor2() {
    y.lazySet(1);
    r2 = x.get();
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, StoreBufferLazySet::new);
  }
}
