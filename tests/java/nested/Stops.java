import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Turns an end that only some schedules reach into an error: there the program waits forever. */
public class Stops {
  private Stops() {}

  public static String when(String text, Object... seen) throws InterruptedException {
    if (Arrays.toString(seen).equals(text)) {
      new CountDownLatch(1).await();
    }
    return text;
  }
}
