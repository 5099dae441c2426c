import java.util.concurrent.CompletableFuture;

/** A task of a CompletableFuture reads a field that another thread writes, unordered. */
public class Future {
  static int x;
  public static void main(String[] a) throws Exception {
    CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> x + 1);
    Thread t = new Thread(() -> x = 5);
    t.start();
    System.out.println(f.thenApply(v -> v * 2).get());
    t.join();
  }
}
