import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Main reads the result of a FutureTask that another thread ran. */
public class SafeFuture {
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    FutureTask<int[]> task = new FutureTask<>(() -> new int[] {1, 2, 3});
    new Thread(task).start();
    assert task.get()[2] == 3;
  }
}
