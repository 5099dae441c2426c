/**
 * A thread that only yields depends on nobody and nobody on it: all the same, on the circle that
 * it goes round, the others get their turn.
 */
public class SoundYieldAlone {
  public static void main(String[] args) {
    new Thread(() -> {
      throw new IllegalStateException("had its turn");
    }).start();
    for (;;) Thread.yield();
  }
}
