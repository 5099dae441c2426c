/** The program's behaviour depends on the clock. */
public class InClock {
  static long last;
  static int ticks;

  static void work() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      long t = System.nanoTime();
      if (t % 3 == 0) {
        last = t;
      } else if ((System.currentTimeMillis() & 1) == 0) {
        ticks++;
      }
      Thread.sleep(1);
      if (System.nanoTime() - t < 1_000_000) {
        throw new IllegalStateException("slept too short");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a =
        new Thread(
            () -> {
              try {
                work();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    a.start();
    work();
    a.join();
    System.out.println(last + " " + ticks);
  }
}
