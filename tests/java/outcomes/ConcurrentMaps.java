// outcome: {k=2} null 1
// outcome: {k=2} null 2
// outcome: {k=2} 1 2

import java.util.concurrent.ConcurrentHashMap;

/** Two merges into one key both count; successive reads never go backwards. */
public class ConcurrentMaps {
  public static void main(String[] args) throws InterruptedException {
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
    Thread a = new Thread(() -> m.merge("k", 1, Integer::sum));
    a.start();
    Integer first = m.get("k");
    m.merge("k", 1, Integer::sum);
    Integer second = m.get("k");
    a.join();
    System.out.println(m + " " + first + " " + second);
  }
}
