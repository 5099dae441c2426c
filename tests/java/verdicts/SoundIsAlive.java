/**
 * Whether a thread was started is asked of a shared object: the start can come between the flag
 * and the question.
 */
public class SoundIsAlive {
  static volatile boolean go;

  public static void main(String[] args) {
    Thread late = new Thread(() -> {});
    new Thread(() -> {
      go = true;
      if (late.isAlive()) throw new IllegalStateException("already started");
    }).start();
    while (!go) Thread.yield();
    late.start();
  }
}
