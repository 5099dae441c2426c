import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One thread iterates over a synchronized list while the other adds to it. */
public class ErrorIterator {
  public static void main(String[] args) {
    List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
    new Thread(() -> list.add("c")).start();
    for (String s : list) {
      s.length();
    }
  }
}
