import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A loop of timeouts that reads the clock has no end: heddle reports this and stops the search.
 */
public class SoundPolling {
  public static void main(String[] args) throws InterruptedException {
    LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>();
    while (q.poll(10, TimeUnit.MILLISECONDS) == null) {
    }
  }
}
