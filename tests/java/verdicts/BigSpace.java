/** More states than a small bound allows: three threads take several steps each under one lock. */
public class BigSpace {
  static int value;

  public static void main(String[] args) {
    for (int t = 0; t < 3; t++) {
      int id = t + 1;
      new Thread(() -> {
        for (int i = 0; i < 6; i++) {
          synchronized (BigSpace.class) {
            value = value * 3 + id;
          }
        }
      }).start();
    }
  }
}
