import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * TourBarrier with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class TourBarrierLambdas {
  final AtomicIntegerArray arrived;
  volatile int passed;

  TourBarrierLambdas(int threads) {
    arrived = new AtomicIntegerArray(threads);
  }

  static final class Party {
    final TourBarrierLambdas barrier;
    final int id;
    final int threads;
    final int rounds;

    Party(TourBarrierLambdas barrier, int id, int threads, int rounds) {
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

    void run() {
      for (int round = 1; round <= rounds; round++) {
        meet(round);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    TourBarrierLambdas barrier = new TourBarrierLambdas(threads);
    for (int i = 0; i < threads; i++) {
      new Thread(new Party(barrier, i, threads, rounds)::run).start();
    }
  }
}
