import java.util.HashMap;
import java.util.Map;

/**
 * Two threads put different keys into one HashMap: a race inside the library, reported at the call
 * sites here.
 */
public class RaceHashMap {
  public static void main(String[] args) {
    Map<String, String> map = new HashMap<>();
    new Thread(() -> map.put("a", "1")).start();
    new Thread(() -> map.put("b", "2")).start();
  }
}
