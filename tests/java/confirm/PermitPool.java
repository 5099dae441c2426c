import java.util.concurrent.Semaphore;

/**
 * Two jobs need two permits of a semaphore with two. Bug: each acquires them one by one, so that
 * each may hold one and wait for the other.
 */
public class PermitPool {
  private final Semaphore permits = new Semaphore(2, true);

  private void copy(String file) {
    try {
      permits.acquire(); // source
      try {
        permits.acquire(); // target
        System.out.println("copied " + file);
        permits.release();
      } finally {
        permits.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    PermitPool pool = new PermitPool();
    var ts = new Thread[args.length];
    for (int i = 0; i < ts.length; i++) {
      String file = args[i];
      ts[i] = new Thread(() -> pool.copy(file), "copy-" + file);
    }
    for (int i = 0; i < ts.length; i++) {
      ts[i].start();
    }
    for (int i = 0; i < ts.length; i++) {
      ts[i].join();
    }
  }
}
