import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** ThreadLocalRandom generators, and one that is split. */
public class InThreadLocal {
  static int[] counts = new int[4];

  static void work(SplittableRandom mine) {
    for (int i = 0; i < 4; i++) {
      counts[ThreadLocalRandom.current().nextInt(4)]++;
      if (mine.nextBoolean()) {
        counts[mine.nextInt(4)]++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    SplittableRandom first = new SplittableRandom();
    SplittableRandom second = first.split();
    Thread a = new Thread(() -> work(second));
    a.start();
    work(first);
    a.join();
    System.out.println(counts[0] + " " + counts[1]);
  }
}
