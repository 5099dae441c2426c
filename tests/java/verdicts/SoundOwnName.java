/**
 * A thread may rename itself. The reduction fails only if another thread reads the name.
 */
public class SoundOwnName {
  static Thread t;

  public static void main(String[] args) throws InterruptedException {
    t = new Thread(() -> {
      Thread.currentThread().setName("renamed");
      if (!Thread.currentThread().getName().equals("renamed"))
        throw new IllegalStateException("not renamed");
    });
    t.setDaemon(true);
    t.start();
    if (args.length > 0 && t.getName().equals("renamed")) throw new IllegalStateException("seen");
    t.join();
  }
}
