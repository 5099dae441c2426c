import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** A simulation of three workers, but the barrier was made for four. */
public class BarrierParties {
  private final CyclicBarrier step;
  private final int[] cells = new int[3];

  BarrierParties(int parties) {
    step = new CyclicBarrier(parties);
  }

  void work(int i) {
    try {
      cells[i]++;
      step.await();
      cells[i] += cells[(i + 1) % cells.length];
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BarrierParties sim = new BarrierParties(4);
    Thread[] ts = new Thread[3];
    for (int i = 0; i < ts.length; i++) {
      int k = i;
      ts[i] = new Thread(() -> sim.work(k), "worker-" + i);
      ts[i].start();
    }
    for (Thread t : ts) t.join();
  }
}
