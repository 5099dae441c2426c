/** A worker sleeps until there is a task or until it is stopped. */
public class WorkerStopFixed implements Runnable {
  private final Object bell = new Object();
  private boolean stopped;

  @Override
  public void run() {
    try {
      synchronized (bell) {
        while (!stopped) {
          bell.wait();
        }
      }
      System.out.println("stopped");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    synchronized (bell) {
      stopped = true;
      bell.notifyAll();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WorkerStopFixed worker = new WorkerStopFixed();
    Thread t = new Thread(worker, "worker");
    t.start();
    worker.stop();
    t.join();
  }
}
