/** A worker sleeps until there is a task or until it is stopped. */
public class WorkerStop implements Runnable {
  private final Object bell = new Object();
  private boolean stopped;

  @Override
  public void run() {
    try {
      while (!stopped) {
        synchronized (bell) {
          bell.wait();
        }
      }
      System.out.println("stopped");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    stopped = true;
    synchronized (bell) {
      bell.notifyAll();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WorkerStop worker = new WorkerStop();
    Thread t = new Thread(worker, "worker");
    t.start();
    worker.stop();
    t.join();
  }
}
