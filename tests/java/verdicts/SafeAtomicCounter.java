import java.util.concurrent.atomic.AtomicInteger;

/** incrementAndGet loses no update. */
public class SafeAtomicCounter {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger counter = new AtomicInteger();
    Thread a = new Thread(counter::incrementAndGet);
    Thread b = new Thread(counter::incrementAndGet);
    a.start();
    b.start();
    a.join();
    b.join();
    assert counter.get() == 2;
  }
}
