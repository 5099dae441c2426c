/** A worker that stops itself waits for its own end. */
public class JoinSelf {
  static class Worker extends Thread {
    private volatile boolean stopping;
    private int handled;

    Worker() {
      super("worker");
    }

    void shutdown() throws InterruptedException {
      stopping = true;
      join();
    }

    @Override
    public void run() {
      try {
        while (!stopping) {
          handled++;
          if (handled == 2) shutdown();
        }
      } catch (InterruptedException e) {
        interrupt();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Worker worker = new Worker();
    worker.start();
    worker.join();
    System.out.println("stopped");
  }
}
