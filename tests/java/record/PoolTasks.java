import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

/** Plain fields that pools hand over in everyday ways, and one that two tasks share. */
public class PoolTasks {
  int given, result, later, sum, shared;

  /** Each worker runs twice: the second time it exists before the task is submitted. */
  void submitted() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 4; i++) {
      given = i;
      Future<?> done = pool.submit(() -> { result = given + 1; });
      done.get();
      given = result;
    }
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) all.add(() -> result + 1);
    for (Future<Integer> f : pool.invokeAll(all)) sum += f.get();
    result = sum;
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
  }

  void completed() {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    later = 1;
    CompletableFuture.runAsync(() -> later++, pool).thenRunAsync(() -> later++, pool).join();
    later++;
    CompletableFuture.supplyAsync(() -> later).join();
    pool.shutdown();
  }

  static final class Half extends RecursiveTask<Integer> {
    final int[] part;

    Half(int n) {
      part = new int[n];
      part[0] = n;
    }

    @Override
    protected Integer compute() {
      if (part[0] < 4) return part[0];
      Half left = new Half(part[0] / 2);
      left.fork();
      return new Half(part[0] - part[0] / 2).compute() + left.join();
    }
  }

  /** Two threads of one pool run without any order between them. */
  void raced() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> one = pool.submit(() -> { for (int i = 0; i < 1000; i++) shared++; });
    Future<?> two = pool.submit(() -> { for (int i = 0; i < 1000; i++) shared++; });
    one.get();
    two.get();
    pool.shutdown();
  }

  public static void main(String[] args) throws Exception {
    PoolTasks p = new PoolTasks();
    p.submitted();
    p.completed();
    System.out.println(new ForkJoinPool(2).invoke(new Half(16)) + p.later);
    p.raced();
  }
}
