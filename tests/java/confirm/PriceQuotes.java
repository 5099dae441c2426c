import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Asks two suppliers for a quote and combines them. Bug: both stages add to one ArrayList without a
 * lock, so a quote can be lost, and the stage that picks the best two fails.
 */
public class PriceQuotes {
  record Quote(String supplier, int cents) {}

  private final List<Quote> log = new ArrayList<>(4);

  private Quote ask(String supplier, int cents) {
    Quote quote = new Quote(supplier, cents);
    log.add(quote);
    return quote;
  }

  private int best(ExecutorService pool) {
    var first = CompletableFuture.supplyAsync(() -> ask("north", 1250), pool);
    var second = CompletableFuture.supplyAsync(() -> ask("south", 1190), pool);
    return first
        .thenCombine(second, (a, b) -> {
          if (log.size() != 2) {
            throw new IllegalStateException("quotes logged: " + log.size());
          }
          return Math.min(a.cents(), b.cents());
        })
        .join();
  }

  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      System.out.println("best " + new PriceQuotes().best(pool));
    } finally {
      pool.shutdown();
    }
  }
}
