import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** Hand-over through collections of the library, and through a plain list. */
public class Queues {
  static final LinkedBlockingQueue<int[]> queue = new LinkedBlockingQueue<>();
  static final ConcurrentHashMap<String, int[]> map = new ConcurrentHashMap<>();
  static final List<String> plain = new ArrayList<>();
  static int x;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> {
      int[] cell = {1};
      cell[0]++;
      queue.add(cell);
      map.put("k", new int[] {2});
      plain.add("a");
    });
    Thread b = new Thread(() -> {
      try {
        x += queue.take()[0];
      } catch (InterruptedException e) {
        return;
      }
      int[] cell = map.get("k");
      if (cell != null) {
        cell[0]++;
      }
      plain.add("b");
    });
    a.start();
    b.start();
    a.join();
    b.join();
    x += plain.size() + map.get("k")[0];
  }
}
