import java.util.concurrent.atomic.AtomicLongArray;

/**
 * sor fixed: the counters are atomic.
 *
 * <p>Arguments: the number of threads and of iterations.
 */
public class sorFixed {
  static final int WIDTH = 3;

  final int threads;
  final int iterations;
  final double[][] grid;
  final Counters sync;

  sorFixed(int threads, int iterations) {
    this.threads = threads;
    this.iterations = iterations;
    grid = new double[threads + 2][WIDTH];
    for (int c = 0; c < WIDTH; c++) {
      grid[0][c] = 1.0;
    }
    sync = new Counters(threads);
  }

  static final class Counters {
    final AtomicLongArray counts;

    Counters(int threads) {
      counts = new AtomicLongArray(threads);
    }

    long get(int id) {
      return counts.get(id);
    }

    void set(int id, long value) {
      counts.set(id, value);
    }
  }

  static final class Runner extends Thread {
    final sorFixed model;
    final int id;

    Runner(sorFixed model, int id) {
      this.model = model;
      this.id = id;
    }

    private void half(int row, int colour) {
      double[][] g = model.grid;
      for (int c = 1 + (row + colour) % 2; c < WIDTH - 1; c += 2) {
        g[row][c] = 0.25 * (g[row - 1][c] + g[row + 1][c] + g[row][c - 1] + g[row][c + 1]);
      }
    }

    private void meet(long count) {
      model.sync.set(id, count);
      while (id > 0 && model.sync.get(id - 1) < count) {
        Thread.onSpinWait();
      }
      while (id < model.threads - 1 && model.sync.get(id + 1) < count) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void run() {
      for (int i = 0; i < 2 * model.iterations; i++) {
        half(id + 1, i % 2);
        meet(i + 1);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int iterations = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    sorFixed model = new sorFixed(threads, iterations);
    for (int i = 0; i < threads; i++) {
      new Runner(model, i).start();
    }
  }
}
