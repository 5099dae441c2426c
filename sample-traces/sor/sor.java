/**
 * A small red-black relaxation: each thread owns a block of rows of a grid. It moves its red points
 * to the mean of their neighbours, then its black points. After each half it increments its counter
 * and waits for the threads with adjacent rows. The error is in the counters: only the reference to
 * the outer array of counters is volatile, its elements are plain.
 *
 * <p>Arguments: the number of threads and of iterations.
 */
public class sor {
  static final int WIDTH = 3;

  final int threads;
  final int iterations;
  final double[][] grid;
  final Counters sync;

  sor(int threads, int iterations) {
    this.threads = threads;
    this.iterations = iterations;
    grid = new double[threads + 2][WIDTH];
    for (int c = 0; c < WIDTH; c++) {
      grid[0][c] = 1.0;
    }
    sync = new Counters(threads);
  }

  static final class Counters {
    volatile long[][] counts;

    Counters(int threads) {
      counts = new long[threads][1];
    }

    long get(int id) {
      return counts[id][0];
    }

    void set(int id, long value) {
      counts[id][0] = value;
    }
  }

  static final class Runner extends Thread {
    final sor model;
    final int id;

    Runner(sor model, int id) {
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
    sor model = new sor(threads, iterations);
    for (int i = 0; i < threads; i++) {
      new Runner(model, i).start();
    }
  }
}
