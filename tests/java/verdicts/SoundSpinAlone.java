/** An endless loop that does nothing for others to see does not keep them from running. */
public class SoundSpinAlone {
  static volatile boolean go;

  public static void main(String[] args) {
    new Thread(() -> {
      if (go) throw new IllegalStateException("behind the loop");
    }).start();
    go = true;
    for (int i = 0;; i ^= 1) {
    }
  }
}
