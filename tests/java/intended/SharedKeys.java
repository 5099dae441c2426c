import java.util.HashMap;
import java.util.Map;

/**
 * Two threads walk over a map that is complete before they start and never changes again. Even so,
 * HashMap writes: keySet() and values() keep their views in the plain fields of AbstractMap, whose
 * comments call that race benign. A view has no state but its map, and each method reads its field
 * once.
 */
public class SharedKeys {
  public static void main(String[] args) throws InterruptedException {
    Map<String, Integer> stock = new HashMap<>();
    stock.put("tea", 3);
    stock.put("milk", 4);
    int[] found = new int[2];
    Thread counts = new Thread(() -> {
      for (int n : stock.values()) {
        found[0] += n;
      }
    });
    Thread names = new Thread(() -> {
      for (String name : stock.keySet()) {
        found[1] += stock.get(name) * name.length();
      }
      for (int n : stock.values()) {
        found[1] -= n;
      }
    });
    counts.start();
    names.start();
    counts.join();
    names.join();
    if (found[0] != 7 || found[1] != 18) {
      throw new AssertionError(found[0] + " " + found[1]);
    }
  }
}
