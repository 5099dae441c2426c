import java.util.concurrent.*;

/** A loop that checks for interrupts swallows one itself. */
public class SwallowsInterrupt {
  public static void main(String[] a) throws Exception {
    var q = new ArrayBlockingQueue<String>(1);
    Thread w = new Thread(() -> {
      while (!Thread.currentThread().isInterrupted())
        try {
          System.out.println(q.take());
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
    }, "worker");
    w.start();
    q.put("job");
    w.interrupt();
    w.join();
  }
}
