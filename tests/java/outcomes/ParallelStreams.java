// random only: the workers of the common pool scan and park in too many orders
// outcome: 45 [0, 2, 4, 6, 8]

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parallel streams give the same sums and ordered collections in every schedule. */
public class ParallelStreams {
  public static void main(String[] args) throws Exception {
    java.util.concurrent.ForkJoinPool p = new java.util.concurrent.ForkJoinPool(2);
    int sum = p.submit(() -> IntStream.range(0, 10).parallel().sum()).get();
    List<Integer> even = p.submit(()
                                      -> IntStream.range(0, 10)
                                             .parallel()
                                             .filter(x -> x % 2 == 0)
                                             .boxed()
                                             .collect(Collectors.toList()))
                             .get();
    System.out.println(sum + " " + even);
  }
}
