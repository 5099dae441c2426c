import java.util.concurrent.*;

/** A barrier action sums the values that the parties wrote. */
public class SafeBarrierAction {
  static int sum;
  public static void main(String[] a) throws Exception {
    int[] part = new int[2];
    var bar = new CyclicBarrier(2, () -> sum = part[0] + part[1]);
    Thread[] t = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      t[i] = new Thread(() -> {
        part[me] = me + 1;
        try {
          bar.await();
        } catch (InterruptedException | BrokenBarrierException e) {
          throw new RuntimeException(e);
        }
        if (sum != 3)
          throw new AssertionError("sum " + sum);
      });
      t[i].start();
    }
    for (Thread x : t)
      x.join();
  }
}
