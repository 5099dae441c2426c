/** Two threads write a volatile without reading it: a later read acquires from both. */
public class Blind {
  static volatile int v;
  static int x;
  static int y;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> {
      x = 1;
      v = 1;
    });
    Thread b = new Thread(() -> {
      y = 1;
      v = 2;
    });
    Thread c = new Thread(() -> {
      if (v != 0) {
        x++;
        y++;
      }
    });
    a.start();
    b.start();
    c.start();
    a.join();
    b.join();
    c.join();
    x += y;
  }
}
