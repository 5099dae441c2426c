import java.util.stream.IntStream;

/**
 * A parallel stream: the pool's threads may read what main wrote before it submitted the tasks.
 */
public class SafeParallel {
  public static void main(String[] args) {
    int[] square = {0, 1, 4, 9};
    int sum = IntStream.range(0, 4).parallel().map(i -> square[i]).sum();
    assert sum == 14;
  }
}
