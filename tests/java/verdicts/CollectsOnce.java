/** Calls System.gc() only if main reads before the writer writes, as on the first paths. */
public class CollectsOnce {
  static volatile int written;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      written = 1;
      written = 2;
      written = 3;
    });
    writer.start();
    if (written == 0) System.gc();
    writer.join();
    if (written != 3) throw new IllegalStateException("lost");
  }
}
