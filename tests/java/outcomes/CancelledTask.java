// outcome: cancelled true
// outcome: result false

import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;

/** A task is cancelled before it runs, while it runs, or too late. */
public class CancelledTask {
  public static void main(String[] args) throws Exception {
    FutureTask<String> f = new FutureTask<>(() -> "result");
    Thread t = new Thread(f);
    t.start();
    boolean cancelled = f.cancel(false);
    String got;
    try {
      got = f.get();
    } catch (CancellationException e) {
      got = "cancelled";
    }
    t.join();
    System.out.println(got + " " + cancelled);
  }
}
