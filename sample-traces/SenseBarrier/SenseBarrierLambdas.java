import java.util.concurrent.atomic.AtomicInteger;

/**
 * SenseBarrier with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class SenseBarrierLambdas {
  final AtomicInteger missing;
  final int[][] rows;
  volatile boolean sense;

  SenseBarrierLambdas(int threads, int rounds) {
    missing = new AtomicInteger(threads);
    rows = new int[rounds][threads];
  }

  static final class Party {
    final SenseBarrierLambdas barrier;
    final int id;
    final int parties;
    private boolean own = true;

    Party(SenseBarrierLambdas barrier, int id, int parties) {
      this.barrier = barrier;
      this.id = id;
      this.parties = parties;
    }

    void meet() {
      if (barrier.missing.getAndDecrement() == 1) {
        barrier.missing.set(parties);
        barrier.sense = own;
      } else {
        while (barrier.sense != own) {
          Thread.onSpinWait();
        }
      }
      own = !own;
    }

    void run() {
      for (int[] row : barrier.rows) {
        row[id] = 1;
        meet();
        for (int arrived : row) {
          if (arrived != 1) {
            throw new IllegalStateException("passed the barrier alone");
          }
        }
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    SenseBarrierLambdas barrier = new SenseBarrierLambdas(threads, rounds);
    for (int i = 0; i < threads; i++) {
      new Thread(new Party(barrier, i, threads)::run).start();
    }
  }
}
