import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loads parts in parallel and sums them after the first phase. Bug: a loader registers with the
 * phaser in its own thread, so main may pass the phase before the loader is a party of it.
 */
public class PhasedImport {
  private final Phaser phaser = new Phaser(1);
  private final AtomicInteger loaded = new AtomicInteger();

  private final class Loader implements Runnable {
    private final int rows;

    Loader(int rows) {
      this.rows = rows;
    }

    @Override
    public void run() {
      phaser.register();
      loaded.addAndGet(rows);
      phaser.arriveAndDeregister();
    }
  }

  public static void main(String[] args) {
    PhasedImport job = new PhasedImport();
    Thread[] ts = new Thread[Integer.parseInt(args[0])];
    for (int i = 0; i < ts.length; i++) {
      ts[i] = new Thread(job.new Loader(10 * (i + 1)), "loader-" + i);
    }
    for (int i = 0; i < ts.length; i++) {
      ts[i].start();
    }
    int phase = job.phaser.arriveAndAwaitAdvance();
    int want = 5 * ts.length * (ts.length + 1);
    if (job.loaded.get() != want) {
      throw new IllegalStateException("phase " + phase + ": rows missing");
    }
    System.out.println("rows " + want);
  }
}
