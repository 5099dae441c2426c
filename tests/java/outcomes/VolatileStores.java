// outcome: 0 1
// outcome: 1 0
// outcome: 1 1

/**
 * Two threads each write one volatile variable and then read the other one. At least one thread
 * sees the other's write.
 */
public class VolatileStores {
  static volatile int x, y;
  static int r1, r2;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> {
      x = 1;
      r1 = y;
    });
    Thread b = new Thread(() -> {
      y = 1;
      r2 = x;
    });
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(r1 + " " + r2);
  }
}
