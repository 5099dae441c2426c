import java.util.concurrent.ConcurrentLinkedQueue;

/** A loop polls forever once the only element has been removed; each round has many events. */
public class ErrorSpinEmpty {
  static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();

  static void drain() {
    while (queue.poll() == null) Thread.onSpinWait();
  }

  public static void main(String[] args) throws Exception {
    queue.add("x");
    Thread t = new Thread(() -> queue.remove("x"));
    t.start();
    drain();
    t.join();
  }
}
