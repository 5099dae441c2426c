import java.util.concurrent.CountDownLatch;

/** A latch is counted down one time too few: a deadlock in every schedule. */
public class DeadLatch {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(2);
    new Thread(latch::countDown).start();
    latch.await();
  }
}
