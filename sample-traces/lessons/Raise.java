import java.util.stream.IntStream;

/** Two threads increment one counter. */
public class Raise {
  static int count;

  static void raise() {
    int seen = count;
    count = seen + 1;
  }

  public static void main(String[] args) throws Exception {
    Thread[] all =
        IntStream.range(0, 2)
            .mapToObj(i -> new Thread(Raise::raise))
            .toArray(Thread[]::new);
    for (Thread t : all) t.start();
    for (Thread t : all) t.join();
    if (count != 2) throw new AssertionError("count is " + count);
  }
}
