/**
 * A thread that only yields is independent of all others. The other threads must still get their
 * turn on the cycle of its yields.
 */
public class SoundYieldAlone {
  public static void main(String[] args) {
    new Thread(() -> {
      throw new IllegalStateException("had its turn");
    }).start();
    for (;;) Thread.yield();
  }
}
