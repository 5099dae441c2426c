/**
 * A thread that finds another thread TERMINATED has detected its end: later reads see what that
 * thread wrote.
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
