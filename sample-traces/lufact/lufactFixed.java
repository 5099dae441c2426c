import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * lufact fixed: the elements of the barrier are atomic.
 *
 * <p>Arguments: the number of threads and of rows and columns.
 */
public class lufactFixed {
  final int threads;
  final double[][] columns;
  final int[] pivot;
  final Barrier barrier;

  lufactFixed(int threads, int n) {
    this.threads = threads;
    columns = new double[n][n];
    pivot = new int[n];
    for (int c = 0; c < n; c++) {
      for (int r = 0; r < n; r++) {
        columns[c][r] = 1.0 / (1 + r + c) + (r == (c + 1) % n ? 1 : 0);
      }
    }
    barrier = new Barrier(threads);
  }

  /** A tournament: a loser reports and waits for the champion, thread 0. */
  static final class Barrier {
    final AtomicIntegerArray done;

    Barrier(int threads) {
      done = new AtomicIntegerArray(threads);
    }

    boolean isDone(int id) {
      return done.get(id) == 1;
    }

    void setDone(int id, boolean value) {
      done.set(id, value ? 1 : 0);
    }

    void meet(int id, int threads) {
      boolean value = !isDone(id);
      for (int step = 1; step < threads && id % (2 * step) == 0; step *= 2) {
        while (id + step < threads && isDone(id + step) != value) {
          Thread.onSpinWait();
        }
      }
      setDone(id, value);
      while (isDone(0) != value) {
        Thread.onSpinWait();
      }
    }
  }

  private void scale(int k) {
    double[] column = columns[k];
    int best = k;
    for (int r = k + 1; r < column.length; r++) {
      if (Math.abs(column[r]) > Math.abs(column[best])) {
        best = r;
      }
    }
    pivot[k] = best;
    swap(column, k, best);
    for (int r = k + 1; r < column.length; r++) {
      column[r] /= column[k];
    }
  }

  private void subtract(int k, int c) {
    double[] column = columns[c];
    swap(column, k, pivot[k]);
    for (int r = k + 1; r < column.length; r++) {
      column[r] -= columns[k][r] * column[k];
    }
  }

  private static void swap(double[] column, int i, int j) {
    double t = column[i];
    column[i] = column[j];
    column[j] = t;
  }

  static final class Runner extends Thread {
    final lufactFixed matrix;
    final int id;

    Runner(lufactFixed matrix, int id) {
      this.matrix = matrix;
      this.id = id;
    }

    @Override
    public void run() {
      int n = matrix.columns.length;
      for (int k = 0; k < n - 1; k++) {
        if (id == 0) {
          matrix.scale(k);
        }
        matrix.barrier.meet(id, matrix.threads);
        for (int c = k + 1; c < n; c++) {
          if (c % matrix.threads == id) {
            matrix.subtract(k, c);
          }
        }
        matrix.barrier.meet(id, matrix.threads);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int n = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    lufactFixed matrix = new lufactFixed(threads, n);
    for (int i = 0; i < threads; i++) {
      new Runner(matrix, i).start();
    }
  }
}
