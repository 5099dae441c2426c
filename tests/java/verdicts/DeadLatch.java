import java.util.concurrent.CountDownLatch;

/** A latch that is counted down once too seldom: a deadlock under every schedule. */
public class DeadLatch {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(2);
    new Thread(latch::countDown).start();
    latch.await();
  }
}
