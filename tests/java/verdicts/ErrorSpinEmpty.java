import java.util.concurrent.ConcurrentLinkedQueue;

/** Who polls in a loop never ends when the only element was removed: the loop is long in events. */
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
