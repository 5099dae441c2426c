import java.util.stream.IntStream;

/** Two threads raise one counter without a lock. */
public class LostUpdate {
  static int count;

  static void raise() {
    int seen = count;
    count = seen + 1;
  }

  public static void main(String[] args) throws Exception {
    Thread[] all =
        IntStream.range(0, 2)
            .mapToObj(i -> new Thread(LostUpdate::raise))
            .toArray(Thread[]::new);
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
    if (count != 2) throw new AssertionError("count is " + count);
  }
}
