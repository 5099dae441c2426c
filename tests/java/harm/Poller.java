/** A thread polls whether the result is there, and main waits for the thread for some time only. */
public class Poller extends Thread {
  private boolean done;

  @Override
  public void run() {
    try {
      while (!done) Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Poller poller = new Poller();
    poller.start();
    poller.done = true;
    poller.join(5000);
  }
}
