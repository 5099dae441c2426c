import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A tournament barrier: in each step, half of the remaining threads report to a partner and wait,
 * and their partners continue; the champion finally releases all. It is correct for 2, 4, 8, ...
 * threads. With three, the last one's partner would be the fourth: its flag is out of bounds.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class TourBarrier {
  final AtomicIntegerArray arrived;
  volatile int passed;

  TourBarrier(int threads) {
    arrived = new AtomicIntegerArray(threads);
  }

  static final class Party extends Thread {
    final TourBarrier barrier;
    final int id;
    final int threads;
    final int rounds;

    Party(TourBarrier barrier, int id, int threads, int rounds) {
      this.barrier = barrier;
      this.id = id;
      this.threads = threads;
      this.rounds = rounds;
    }

    void meet(int round) {
      for (int step = 1; step < threads && id % (2 * step) == 0; step *= 2) {
        while (barrier.arrived.get(id + step) < round) {
          Thread.onSpinWait();
        }
      }
      if (id == 0) {
        barrier.passed = round;
        return;
      }
      barrier.arrived.set(id, round);
      while (barrier.passed < round) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void run() {
      for (int round = 1; round <= rounds; round++) {
        meet(round);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    TourBarrier barrier = new TourBarrier(threads);
    for (int i = 0; i < threads; i++) {
      new Party(barrier, i, threads, rounds).start();
    }
  }
}
