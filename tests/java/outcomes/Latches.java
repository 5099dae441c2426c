// outcome: 2 true
// outcome: 0 false
// outcome: 1 false
// outcome: 2 false

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Main awaits a latch of two with a timeout: the latch opens in time or not. */
public class Latches {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(2);
    AtomicInteger done = new AtomicInteger();
    Runnable r = () -> {
      done.incrementAndGet();
      latch.countDown();
    };
    new Thread(r).start();
    new Thread(r).start();
    boolean all = latch.await(1, TimeUnit.MILLISECONDS);
    System.out.println(done + " " + all);
  }
}
