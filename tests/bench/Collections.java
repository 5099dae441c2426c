import java.util.HashMap;
import java.util.Map;

/** HashMap and Integer.toString of the library, and the garbage that they make. */
public class Collections {
  public static void main(String[] args) {
    Map<String, Integer> map = new HashMap<>();
    for (int i = 0; i < 400_000; i++) {
      map.merge(Integer.toString(i % 5000), 1, Integer::sum);
    }
    System.out.println(map.size() + " " + map.get("77"));
  }
}
