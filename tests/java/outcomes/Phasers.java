// outcome: 1 2 true
// outcome: 2 1 true

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two parties pass two phases. After the first phase both have arrived; either may be first in
 * the second phase.
 */
public class Phasers {
  public static void main(String[] args) throws InterruptedException {
    Phaser p = new Phaser(2);
    AtomicInteger before = new AtomicInteger(), order = new AtomicInteger();
    int[] mine = new int[2];
    boolean[] all = new boolean[2];
    Thread t = new Thread(() -> {
      before.incrementAndGet();
      p.arriveAndAwaitAdvance();
      all[1] = before.get() == 2;
      mine[1] = order.incrementAndGet();
      p.arriveAndDeregister();
    });
    t.start();
    before.incrementAndGet();
    p.arriveAndAwaitAdvance();
    all[0] = before.get() == 2;
    mine[0] = order.incrementAndGet();
    p.arriveAndAwaitAdvance();
    t.join();
    System.out.println(mine[0] + " " + mine[1] + " " + (all[0] && all[1]));
  }
}
