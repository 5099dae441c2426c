// outcome: 0 1 action
// outcome: 1 0 action

import java.util.concurrent.CyclicBarrier;

/**
 * Two parties at a barrier get different indexes. The action runs once, before either returns.
 */
public class Barriers {
  static String action = "none";

  public static void main(String[] args) throws Exception {
    CyclicBarrier b = new CyclicBarrier(2, () -> action = "action");
    int[] index = new int[2];
    Thread t = new Thread(() -> {
      try {
        index[1] = b.await();
      } catch (Exception e) {
        index[1] = -1;
      }
    });
    t.start();
    index[0] = b.await();
    String seen = action;
    t.join();
    System.out.println(index[0] + " " + index[1] + " " + seen);
  }
}
