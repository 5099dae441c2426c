/** A worker works until it is told to stop. */
public class StopFlagFixed implements Runnable {
  private volatile boolean stop;
  private long rest;

  @Override
  public void run() {
    while (!stop) {
      rest = 0;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StopFlagFixed worker = new StopFlagFixed();
    Thread t = new Thread(worker, "worker");
    t.start();
    worker.stop = true;
    t.join();
  }
}
