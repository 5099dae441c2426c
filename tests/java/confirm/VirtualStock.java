import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Two virtual threads (ordinary threads before JDK 21) sell the last item. */
public class VirtualStock {
  private final Map<String, Integer> stock = new ConcurrentHashMap<>(Map.of("tea", 1));
  private final StringBuffer log = new StringBuffer();

  private static Thread start(Runnable task) throws Exception {
    try {
      Method method = Thread.class.getMethod("startVirtualThread", Runnable.class);
      return (Thread) method.invoke(null, task);
    } catch (NoSuchMethodException e) {
      Thread thread = new Thread(task);
      thread.start();
      return thread;
    }
  }

  private void sell(String item) {
    if (stock.get(item) == 0) return;
    log.append(item).append(' ');
    pack();
    stock.merge(item, -1, Integer::sum);
  }

  private synchronized void pack() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws Exception {
    VirtualStock shop = new VirtualStock();
    Thread first = start(() -> shop.sell("tea"));
    Thread second = start(() -> shop.sell("tea"));
    first.join();
    second.join();
    if (shop.stock.get("tea") < 0) throw new IllegalStateException("sold twice: " + shop.log);
  }
}
