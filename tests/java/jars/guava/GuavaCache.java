import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.cache.RemovalNotification;
import com.google.common.util.concurrent.UncheckedExecutionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Caches: loading, eviction by size, removal listeners, statistics. */
public class GuavaCache {
  public static void main(String[] args) throws Exception {
    List<String> removed = new ArrayList<>();
    LoadingCache<String, Integer> lengths =
        CacheBuilder.newBuilder()
            .maximumSize(2)
            .concurrencyLevel(1)
            .recordStats()
            .removalListener(
                (RemovalNotification<String, Integer> n) -> removed.add(n.getKey() + n.getCause()))
            .build(new CacheLoader<>() {
              @Override
              public Integer load(String s) {
                if (s.isEmpty()) throw new IllegalArgumentException("empty");
                return s.length();
              }
            });
    System.out.println(
        lengths.get("a") + lengths.get("bb") + lengths.get("a") + lengths.getUnchecked("ccc"));
    lengths.invalidate("a");
    lengths.refresh("ccc");
    System.out.println(removed + " " + lengths.size() + lengths.asMap().containsKey("ccc"));
    try {
      lengths.get("");
    } catch (UncheckedExecutionException e) {
      System.out.println(e.getCause().getMessage());
    }
    System.out.println(lengths.stats().hitCount() + " " + lengths.stats().missCount() + " "
        + lengths.stats().loadExceptionCount() + lengths.getAll(List.of("x", "yy")));
    Cache<Integer, String> plain = CacheBuilder.newBuilder()
                                       .expireAfterWrite(1, TimeUnit.HOURS)
                                       .weigher((Integer k, String v) -> v.length())
                                       .maximumWeight(10)
                                       .concurrencyLevel(1)
                                       .build();
    plain.put(1, "12345");
    plain.put(2, "1234567");
    System.out.println(plain.asMap().keySet() + " " + plain.getIfPresent(2));
    try {
      plain.get(3, () -> { throw new java.io.IOException("no load"); });
    } catch (ExecutionException e) {
      System.out.println(e.getCause());
    }
    System.out.println(plain.get(3, () -> "x") + plain.getAllPresent(List.of(2, 3, 4)));
  }
}
