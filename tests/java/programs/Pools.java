import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Thread pools with futures, FutureTask, CompletableFuture with and without an executor. */
public class Pools {
  static int square(int x) {
    return x * x;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int n = i;
      futures.add(pool.submit(() -> square(n)));
    }
    int sum = 0;
    for (Future<Integer> f : futures) {
      sum += f.get();
    }
    System.out.println(sum + " " + futures.get(0).isDone());
    List<Callable<String>> calls =
        List.of(() -> "a", () -> "b", () -> Thread.currentThread().getName().substring(0, 14));
    StringBuilder sb = new StringBuilder();
    for (Future<String> f : pool.invokeAll(calls)) {
      sb.append(f.get());
    }
    System.out.println(sb);
    Future<?> failing = pool.submit(() -> { throw new IllegalStateException("in the pool"); });
    try {
      failing.get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause());
    }
    Future<String> slow = pool.submit(() -> {
      Thread.sleep(1000000);
      return "slow";
    });
    try {
      slow.get(2, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.println("timeout");
    }
    System.out.println(slow.cancel(true) + " " + slow.isCancelled());
    try {
      slow.get();
    } catch (CancellationException e) {
      System.out.println("cancelled");
    }
    Callable<Integer> seven = () -> 7;
    System.out.println(pool.invokeAny(List.of(seven)));
    pool.shutdown();
    System.out.println(pool.isShutdown() + " " + pool.awaitTermination(10, TimeUnit.SECONDS) + " "
        + pool.isTerminated());
    try {
      pool.submit(() -> 1);
    } catch (RejectedExecutionException e) {
      System.out.println("rejected");
    }

    FutureTask<Integer> task = new FutureTask<>(() -> 99);
    new Thread(task).start();
    System.out.println(task.get());

    ExecutorService single = Executors.newSingleThreadExecutor();
    StringBuffer order = new StringBuffer();
    for (int i = 0; i < 5; i++) {
      int n = i;
      single.execute(() -> order.append(n));
    }
    single.shutdown();
    single.awaitTermination(10, TimeUnit.SECONDS);
    System.out.println(order + " " + single.shutdownNow());

    CompletableFuture<Integer> source = new CompletableFuture<>();
    CompletableFuture<String> derived =
        source.thenApply(x -> x + 1)
            .thenCombine(CompletableFuture.completedFuture(10), (x, y) -> "v" + x * y);
    System.out.println(derived.isDone());
    source.complete(4);
    System.out.println(derived.get() + " " + derived.join());
    System.out.println(CompletableFuture.completedFuture(2)
                           .thenCompose(x -> CompletableFuture.completedFuture(x * 3))
                           .get());
    CompletableFuture<Integer> broken =
        CompletableFuture.<Integer>failedFuture(new RuntimeException("broken"))
            .thenApply(x -> x + 1);
    System.out.println(broken.exceptionally(e -> - 1).get() + " "
        + broken.isCompletedExceptionally() + " "
        + broken.handle((v, e) -> e instanceof CompletionException).get());
    try {
      broken.join();
    } catch (CompletionException e) {
      System.out.println(e.getCause().getMessage());
    }
    ExecutorService two = Executors.newFixedThreadPool(2);
    CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20, two);
    CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> 22, two);
    System.out.println(a.thenCombineAsync(b, Integer::sum, two).get());
    CompletableFuture.allOf(a, b).thenRun(() -> System.out.println("all done")).join();
    two.shutdown();
    System.out.println(two.awaitTermination(10, TimeUnit.SECONDS));
  }
}
