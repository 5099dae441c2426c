import java.util.stream.IntStream;

/** A parallel stream whose function has an unsynchronized side effect. */
public class RaceParallel {
  static int sum;

  public static void main(String[] args) {
    IntStream.range(0, 4).parallel().forEach(i -> sum += i);
    assert sum == 6 : "a part was lost";
  }
}
