import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Reads scores from the standard input and adds them up in a thread each. Bug: the total is not
 * updated atomically.
 */
public class ScoreSum {
  private static volatile int total;

  public static void main(String[] args) throws InterruptedException {
    List<Integer> scores = new ArrayList<>();
    try (Scanner in = new Scanner(System.in)) {
      while (in.hasNextInt()) {
        scores.add(in.nextInt());
      }
    }
    Thread[] ts = new Thread[scores.size()];
    for (int i = 0; i < ts.length; i++) {
      final int score = scores.get(i);
      ts[i] = new Thread(() -> total += score);
      ts[i].start();
    }
    for (Thread t : ts) {
      t.join();
    }
    int want = scores.stream().mapToInt(s -> s).sum();
    if (total != want) {
      throw new IllegalStateException(String.format("total %d, not %d", total, want));
    }
  }
}
