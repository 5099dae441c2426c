// outcome: timeout broken
// outcome: broken timeout
// outcome: 0 1
// outcome: 1 0

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Two parties wait with a timeout: both pass, or one times out and the other finds the barrier
 */
public class BrokenBarrier {
  static final CyclicBarrier b = new CyclicBarrier(2);

  static String await() {
    try {
      return "" + b.await(1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return "timeout";
    } catch (BrokenBarrierException e) {
      return "broken";
    } catch (InterruptedException e) {
      return "interrupted";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String[] other = new String[1];
    Thread t = new Thread(() -> other[0] = await());
    t.start();
    String mine = await();
    t.join();
    System.out.println(mine + " " + other[0]);
  }
}
