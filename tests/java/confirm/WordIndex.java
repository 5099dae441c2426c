import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Indexes words by their length with a parallel stream. Bug: the lambda merges into a plain HashMap,
 * which is not safe for threads, so that a word can be lost.
 */
public class WordIndex {
  public static void main(String[] args) {
    List<String> words = List.of("loom", "weft");
    Map<Integer, Integer> byLength = new HashMap<>();
    words.parallelStream().forEach(w -> byLength.merge(w.length(), 1, Integer::sum));
    int counted = byLength.values().stream().mapToInt(Integer::intValue).sum();
    if (counted != words.size()) {
      throw new IllegalStateException("counted " + counted + " of " + words.size() + " words");
    }
  }
}
