import java.util.HashMap;
import java.util.Map;

/** One thread runs forever: a search must be stoppable within a transition. */
public class EndlessAlone {
  public static void main(String[] args) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0;; i++) {
      counts.merge(i & 1023, 1, Integer::sum);
    }
  }
}
