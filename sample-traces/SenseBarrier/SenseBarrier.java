import java.util.concurrent.atomic.AtomicInteger;

/**
 * A sense-reversing barrier: the last thread resets the count and flips the sense, on which the
 * others spin. The count is atomic and the sense volatile: all earlier writes are visible.
 *
 * <p>Each thread writes an element of a row before the barrier and reads the whole row after it.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class SenseBarrier {
  final AtomicInteger missing;
  final int[][] rows;
  volatile boolean sense;

  SenseBarrier(int threads, int rounds) {
    missing = new AtomicInteger(threads);
    rows = new int[rounds][threads];
  }

  static final class Party extends Thread {
    final SenseBarrier barrier;
    final int id;
    final int parties;
    private boolean own = true;

    Party(SenseBarrier barrier, int id, int parties) {
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

    @Override
    public void run() {
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
    SenseBarrier barrier = new SenseBarrier(threads, rounds);
    for (int i = 0; i < threads; i++) {
      new Party(barrier, i, threads).start();
    }
  }
}
