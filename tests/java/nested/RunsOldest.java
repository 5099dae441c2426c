import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;

/** A policy of the program: the caller runs what waits longest, and the task is tried again. */
public class RunsOldest implements RejectedExecutionHandler {
  @Override
  public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
    Runnable oldest = pool.getQueue().poll();
    if (oldest != null) {
      oldest.run();
    }
    if (pool.getQueue().offer(task)) {
      return;
    }
    task.run();
  }
}
