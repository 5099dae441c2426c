/**
 * Main may end first. A daemon's error counts while the program runs; a blocked daemon does not
 * keep the program alive.
 */
public class SoundMainFirst {
  static final Object never = new Object();
  static volatile boolean go;

  static void block() {
    synchronized (never) {
      try {
        never.wait();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  public static void main(String[] args) {
    Thread stuck = new Thread(SoundMainFirst::block), worker = new Thread(() -> go = true);
    Thread watcher = new Thread(() -> {
      if (go && args.length > 0) throw new IllegalStateException("behind main's end");
    });
    stuck.setDaemon(true);
    watcher.setDaemon(true);
    stuck.start();
    watcher.start();
    worker.start();
  }
}
