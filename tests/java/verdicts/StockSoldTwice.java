import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Two orders check the map, and both sell: each call is atomic, but the pair is not. */
public class StockSoldTwice {
  private final Map<String, Integer> stock = new ConcurrentHashMap<>(Map.of("bolt", 3));
  private final AtomicInteger sold = new AtomicInteger();

  void take(int count) {
    int have = stock.get("bolt");
    if (have < count) return;
    stock.put("bolt", have - count);
    sold.addAndGet(count);
  }

  public static void main(String[] args) throws InterruptedException {
    StockSoldTwice shop = new StockSoldTwice();
    Thread a = new Thread(() -> shop.take(2)), b = new Thread(() -> shop.take(2));
    a.start();
    b.start();
    a.join();
    b.join();
    if (shop.sold.get() > 3) throw new IllegalStateException("sold " + shop.sold + " of 3");
  }
}
