import java.util.concurrent.CountDownLatch;

/** A CountDownLatch orders the write before the read. */
public class SafeLatch {
  static int value;

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(() -> {
      value = 3;
      latch.countDown();
    }).start();
    latch.await();
    assert value == 3;
    value = 4;
  }
}
