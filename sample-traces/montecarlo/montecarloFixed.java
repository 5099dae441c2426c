/**
 * montecarlo fixed: the flag is initialised once and never written again.
 *
 * <p>Arguments: the number of threads and of paths that they follow in total.
 */
public class montecarloFixed {
  static final class Path {
    static final boolean verbose = false;
    private long seed;

    Path(int number) {
      seed = 1234567L + number;
    }

    /** Returns a pseudo-random number in -1..1. */
    private double draw() {
      seed = (seed * 25214903917L + 11L) & ((1L << 48) - 1);
      return (seed >> 16) / (double) (1L << 31) - 1.0;
    }

    double follow(int steps) {
      double price = 100.0;
      for (int i = 0; i < steps; i++) {
        price *= 1.0 + 0.01 * draw();
        if (verbose) {
          System.out.println(price);
        }
      }
      return price;
    }
  }

  static final class Runner extends Thread {
    final double[] sums;
    final int id;
    final int paths;

    Runner(double[] sums, int id, int paths) {
      this.sums = sums;
      this.id = id;
      this.paths = paths;
    }

    @Override
    public void run() {
      double sum = 0;
      for (int number = id; number < paths; number += sums.length) {
        sum += new Path(number).follow(3);
      }
      sums[id] = sum;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int paths = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    double[] sums = new double[threads];
    Runner[] runners = new Runner[threads];
    for (int i = 0; i < threads; i++) {
      runners[i] = new Runner(sums, i, paths);
      runners[i].start();
    }
    double sum = 0;
    for (int i = 0; i < threads; i++) {
      runners[i].join();
      sum += sums[i];
    }
    if (sum < 90.0 * paths || sum > 110.0 * paths) {
      throw new IllegalStateException("mean " + sum / paths);
    }
  }
}
