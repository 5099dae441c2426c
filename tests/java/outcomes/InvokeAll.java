// random only: a pool has too many interleavings inside
// outcome: [1, 2] 1
// outcome: [1, 2] 2

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** invokeAll keeps the order of the tasks; invokeAny returns one of the results. */
public class InvokeAll {
  public static void main(String[] args) throws Exception {
    ExecutorService e = Executors.newCachedThreadPool();
    List<Callable<Integer>> calls = List.of(() -> 1, () -> 2);
    List<Integer> all = new ArrayList<>();
    for (Future<Integer> f : e.invokeAll(calls)) all.add(f.get());
    System.out.println(all + " " + e.invokeAny(calls));
    e.shutdown();
  }
}
