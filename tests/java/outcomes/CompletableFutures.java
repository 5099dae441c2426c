// outcome: 6 main
// outcome: 6 worker

import java.util.concurrent.CompletableFuture;

/**
 * A dependent stage runs in the thread that completes the source, or in the thread that adds the
 * stage if the source is already complete.
 */
public class CompletableFutures {
  public static void main(String[] args) throws InterruptedException {
    CompletableFuture<Integer> source = new CompletableFuture<>();
    Thread t = new Thread(() -> source.complete(5), "worker");
    t.start();
    String[] by = new String[1];
    int got = source.thenApply(x -> {
      by[0] = Thread.currentThread().getName();
      return x + 1;
    }).join();
    t.join();
    System.out.println(got + " " + by[0]);
  }
}
