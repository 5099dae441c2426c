import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Main polls until all tasks have reported. Bug: the volatile counter is incremented with ++, so
 * that it may never reach the number of tasks, and main polls forever.
 */
public class ProgressBar {
  private volatile int done;

  private void work() {
    done++;
  }

  public static void main(String[] args) {
    int tasks = Math.min(2, Runtime.getRuntime().availableProcessors() + 1);
    ProgressBar bar = new ProgressBar();
    ExecutorService pool = Executors.newFixedThreadPool(tasks);
    for (int i = 0; i < tasks; i++) {
      pool.execute(bar::work);
    }
    pool.shutdown();
    while (bar.done < tasks) {
      Thread.onSpinWait();
    }
    System.out.println("done");
  }
}
