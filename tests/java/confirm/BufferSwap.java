import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;

/**
 * A filler and two drainers swap buffers through one Exchanger. Bug: the two drainers may exchange
 * with each other, so that the filler waits for a partner forever.
 */
public class BufferSwap {
  private final Exchanger<List<Integer>> exchanger = new Exchanger<>();

  private void fill(int rounds) {
    List<Integer> buffer = new ArrayList<>();
    try {
      for (int r = 0; r < rounds; r++) {
        buffer.add(r);
        buffer = exchanger.exchange(buffer);
        buffer.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain() {
    try {
      List<Integer> full = exchanger.exchange(new ArrayList<>());
      System.out.println(Thread.currentThread().getName() + " got " + full.size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BufferSwap swap = new BufferSwap();
    List<Thread> threads = List.of(
        new Thread(() -> swap.fill(2), "filler"),
        new Thread(swap::drain, "drainer-1"),
        new Thread(swap::drain, "drainer-2"));
    threads.forEach(Thread::start);
    for (Thread t : threads) {
      t.join();
    }
  }
}
