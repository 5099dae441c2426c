/** A plain flag does not publish the value written before it. */
public class RacePlainFlag {
  static boolean done;
  static int value;

  public static void main(String[] args) {
    new Thread(() -> {
      value = 7;
      done = true;
    }).start();
    if (done) {
      System.out.println(value);
    }
  }
}
