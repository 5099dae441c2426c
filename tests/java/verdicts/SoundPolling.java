import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A loop over timeouts that reads the clock has no end: that is reported, not searched for ever.
 */
public class SoundPolling {
  public static void main(String[] args) throws InterruptedException {
    LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>();
    while (q.poll(10, TimeUnit.MILLISECONDS) == null) {
    }
  }
}
