/**
 * Who finds a thread terminated has detected its end: what it wrote is ordered before what is read
 * then.
 */
public class SafeStateEnd {
  static int written;

  public static void main(String[] args) {
    Thread t = new Thread(() -> written = 1);
    t.start();
    while (t.getState() != Thread.State.TERMINATED) Thread.yield();
    if (written != 1) throw new IllegalStateException();
  }
}
