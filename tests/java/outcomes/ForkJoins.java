// random only: the workers of a ForkJoinPool scan and park in too many orders
// outcome: 13

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Tasks forked in a pool of two workers give the same result in every schedule. */
public class ForkJoins {
  static final class Fib extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    final int n;

    Fib(int n) {
      this.n = n;
    }

    @Override
    protected Integer compute() {
      if (n < 2) return n;
      Fib f = new Fib(n - 1);
      f.fork();
      return new Fib(n - 2).compute() + f.join();
    }
  }

  public static void main(String[] args) {
    System.out.println(new ForkJoinPool(2).invoke(new Fib(7)));
  }
}
