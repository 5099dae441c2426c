/** A thread counts until main asks it to stop. */
public class StopRequestFixed {
  private static boolean requested;

  private static synchronized void request() {
    requested = true;
  }

  private static synchronized boolean isRequested() {
    return requested;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread counter =
        new Thread(
            () -> {
              int i = 0;
              while (!isRequested()) i++;
            },
            "counter");
    counter.start();
    request();
  }
}
