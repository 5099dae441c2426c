import java.util.concurrent.Phaser;

/** Loads two shards in parallel; main registered itself and forgot to arrive. */
public class PhaserParty {
  private final Phaser loaded = new Phaser(1);
  private int rows;

  void load(int shard) {
    loaded.register();
    Thread loader = new Thread(() -> {
      synchronized (this) {
        rows += 10 * shard;
      }
      loaded.arriveAndAwaitAdvance();
    }, "loader-" + shard);
    loader.start();
  }

  int await() {
    loaded.awaitAdvance(loaded.getPhase());
    return rows;
  }

  public static void main(String[] args) {
    PhaserParty table = new PhaserParty();
    table.load(1);
    table.load(2);
    System.out.println(table.await());
  }
}
