import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A price is computed by a task that starts another in the same pool and joins it. */
public class NestedSupply {
  private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

  static int rate(String currency) {
    return currency.equals("EUR") ? 110 : 100;
  }

  static int price(int amount, String currency) {
    CompletableFuture<Integer> rate = CompletableFuture.supplyAsync(() -> rate(currency), POOL);
    return amount * rate.join() / 100;
  }

  public static void main(String[] args) {
    CompletableFuture<Integer> price =
        CompletableFuture.supplyAsync(() -> price(200, "EUR"), POOL);
    System.out.println(price.join());
    POOL.shutdown();
  }
}
