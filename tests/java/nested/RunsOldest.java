import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;

/** A custom policy: the caller runs the oldest waiting task and submits its own again. */
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
