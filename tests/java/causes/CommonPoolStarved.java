import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Each element of a parallel stream waits for all the others. */
public class CommonPoolStarved {
  static final int PARTS = 4;
  static final CountDownLatch arrived = new CountDownLatch(PARTS);

  static int fetch(int part) {
    arrived.countDown();
    try {
      arrived.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return part * part;
  }

  public static void main(String[] args) {
    int sum = IntStream.range(0, PARTS).parallel().map(CommonPoolStarved::fetch).sum();
    System.out.println(sum);
  }
}
