import java.util.stream.IntStream;

/**
 * A parallel stream: what main wrote before it handed the tasks over, the pool's threads may read.
 */
public class SafeParallel {
  public static void main(String[] args) {
    int[] square = {0, 1, 4, 9};
    int sum = IntStream.range(0, 4).parallel().map(i -> square[i]).sum();
    assert sum == 14;
  }
}
