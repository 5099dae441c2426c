import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Issues each receipt once; two threads may both find none. */
public class CheckThenAct {
  private final Map<String, Integer> receipts = new ConcurrentHashMap<>();
  private int next = 100;

  private synchronized int number() {
    return next++;
  }

  int receipt(String order) {
    if (!receipts.containsKey(order)) receipts.put(order, number());
    return receipts.get(order);
  }

  public static void main(String[] args) throws InterruptedException {
    CheckThenAct desk = new CheckThenAct();
    int[] seen = new int[2];
    Thread web = new Thread(() -> seen[0] = desk.receipt("o-17"), "web");
    Thread mail = new Thread(() -> seen[1] = desk.receipt("o-17"), "mail");
    web.start();
    mail.start();
    web.join();
    mail.join();
    if (seen[0] != seen[1])
      throw new IllegalStateException("two receipts for one order: " + seen[0] + ", " + seen[1]);
  }
}
