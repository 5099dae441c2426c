/** A worker works until it is told to stop. */
public class StopFlag implements Runnable {
  private boolean stop;
  private long rest;

  @Override
  public void run() {
    while (!stop) {
      rest = 0;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StopFlag worker = new StopFlag();
    Thread t = new Thread(worker, "worker");
    t.start();
    worker.stop = true;
    t.join();
  }
}
