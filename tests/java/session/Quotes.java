// Two tasks of a pool look up or make a quote: both may make one. The second quote is not the one
// that the events of the path show first.
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

public class Quotes {
  record Quote(int version) {}

  static final ConcurrentHashMap<String, Quote> cache = new ConcurrentHashMap<>();
  static final AtomicInteger versions = new AtomicInteger();

  static Quote quote(String symbol) {
    if (!cache.containsKey(symbol)) cache.put(symbol, new Quote(versions.incrementAndGet()));
    return cache.get(symbol);
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<Quote> reader = () -> quote("ACME");
    List<Future<Quote>> quotes = pool.invokeAll(List.of(reader, reader));
    Quote a = quotes.get(0).get(), b = quotes.get(1).get();
    pool.shutdown();
    if (a.version() != b.version()) throw new IllegalStateException("two quotes");
  }
}
