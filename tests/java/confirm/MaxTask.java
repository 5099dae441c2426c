import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/**
 * Finds the largest number and how many candidates it saw, by divide and conquer. Bug: all tasks
 * count in one field without synchronisation, so that an increment can be lost.
 */
public class MaxTask extends RecursiveTask<Integer> {
  private static final long serialVersionUID = 1L;

  static int candidates;

  private final int[] numbers;
  private final int from;
  private final int to;

  MaxTask(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  @Override
  protected Integer compute() {
    if (to - from == 1) {
      candidates++;
      return numbers[from];
    }
    int middle = (from + to) >>> 1;
    MaxTask left = new MaxTask(numbers, from, middle);
    MaxTask right = new MaxTask(numbers, middle, to);
    left.fork();
    return Math.max(right.compute(), left.join());
  }

  public static void main(String[] args) {
    int[] numbers = {4, 9};
    ForkJoinPool pool = new ForkJoinPool(2);
    int max = pool.invoke(new MaxTask(numbers, 0, numbers.length));
    pool.shutdown();
    if (candidates != numbers.length) {
      throw new AssertionError("max " + max + " of " + candidates + " candidates");
    }
  }
}
