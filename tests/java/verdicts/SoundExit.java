/**
 * The exit is an action of its own: another thread may run before it. The reader can run between
 * the write and the exit.
 */
public class SoundExit {
  static volatile boolean go;

  public static void main(String[] args) {
    new Thread(() -> {
      if (go) throw new IllegalStateException("ran before the exit");
    }).start();
    go = true;
    System.exit(0);
  }
}
