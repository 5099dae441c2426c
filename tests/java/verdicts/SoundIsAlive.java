/**
 * isAlive reads shared state: the start can come between the write of the flag and the call of
 * isAlive.
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
