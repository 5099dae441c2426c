/** Reads the clock without any effect, and writes a constant. */
public class Constant {
  static int seven;
  static long now;

  public static void main(String[] args) throws Exception {
    long t = System.nanoTime();
    if (t == 12345) {
      seven = 1;
    }
    Thread a = new Thread(() -> seven = 7);
    a.start();
    a.join();
    if (System.nanoTime() < t) {
      now = 1;
    }
    System.out.println(seven);
  }
}
