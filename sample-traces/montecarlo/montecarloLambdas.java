/**
 * montecarlo with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads and of paths that they follow in total.
 */
public class montecarloLambdas {
  static final class Path {
    static boolean verbose;
    private long seed;

    Path(int number) {
      verbose = false;
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

  static final class Runner {
    final double[] sums;
    final int id;
    final int paths;

    Runner(double[] sums, int id, int paths) {
      this.sums = sums;
      this.id = id;
      this.paths = paths;
    }

    void run() {
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
    Thread[] runners = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      runners[i] = new Thread(new Runner(sums, i, paths)::run);
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
