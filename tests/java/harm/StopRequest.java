/** A thread counts until main asks it to stop; only the writer takes the lock. */
public class StopRequest {
  private static boolean requested;

  private static synchronized void request() {
    requested = true;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread counter =
        new Thread(
            () -> {
              int i = 0;
              while (!requested) i++;
            },
            "counter");
    counter.start();
    request();
  }
}
