/** Loops of sleeps end at a deadline; an endless ticker is reported, and the search stops. */
public class SoundTicker {
  static volatile boolean stop;
  static volatile long last;

  static void tick(boolean forEver) {
    long end = System.nanoTime() + 5_000_000_000L;
    try {
      while (!stop && (forEver || System.nanoTime() < end)) {
        Thread.sleep(1);
        last = System.nanoTime();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread ticker = new Thread(() -> tick(args[0].equals("always")));
    ticker.start();
    if (args[0].equals("stopped")) stop = true;
    if (args[0].equals("sees")) {
      long seen = last;
      assert last - seen < 1_000_000_000L : "long pause";
    }
    ticker.join();
  }
}
