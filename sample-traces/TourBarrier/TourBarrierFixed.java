import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * TourBarrier fixed: a thread without a partner goes on to the next step.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class TourBarrierFixed {
  final AtomicIntegerArray arrived;
  volatile int passed;

  TourBarrierFixed(int threads) {
    arrived = new AtomicIntegerArray(threads);
  }

  static final class Party extends Thread {
    final TourBarrierFixed barrier;
    final int id;
    final int threads;
    final int rounds;

    Party(TourBarrierFixed barrier, int id, int threads, int rounds) {
      this.barrier = barrier;
      this.id = id;
      this.threads = threads;
      this.rounds = rounds;
    }

    void meet(int round) {
      for (int step = 1; step < threads && id % (2 * step) == 0; step *= 2) {
        while (id + step < threads && barrier.arrived.get(id + step) < round) {
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
    TourBarrierFixed barrier = new TourBarrierFixed(threads);
    for (int i = 0; i < threads; i++) {
      new Party(barrier, i, threads, rounds).start();
    }
  }
}
