/** An endless loop without visible actions does not keep other threads from running. */
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
