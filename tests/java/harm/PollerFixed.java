import java.util.concurrent.atomic.AtomicBoolean;

/** A thread polls whether the result is there, and main waits for the thread for some time only. */
public class PollerFixed extends Thread {
  private final AtomicBoolean done = new AtomicBoolean();

  @Override
  public void run() {
    try {
      while (!done.get()) Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    PollerFixed poller = new PollerFixed();
    poller.start();
    poller.done.set(true);
    poller.join(5000);
  }
}
