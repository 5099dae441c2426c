// outcome: offered taken
// outcome: refused nothing

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** SynchronousQueue.offer succeeds only if a consumer is waiting. */
public class Handoffs {
  public static void main(String[] args) throws InterruptedException {
    SynchronousQueue<Integer> q = new SynchronousQueue<>();
    Integer[] got = new Integer[1];
    Thread t = new Thread(() -> {
      try {
        got[0] = q.poll(1, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        got[0] = -1;
      }
    });
    t.start();
    boolean offered = q.offer(1);
    t.join();
    System.out.println(
        (offered ? "offered " : "refused ") + (got[0] == null ? "nothing" : "taken"));
  }
}
