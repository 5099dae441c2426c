/** A volatile flag publishes the value written before it. */
public class SafeVolatileFlag {
  static volatile boolean done;
  static int value;

  public static void main(String[] args) {
    new Thread(() -> {
      value = 7;
      done = true;
    }).start();
    if (done) {
      assert value == 7;
    }
  }
}
