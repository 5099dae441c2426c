import java.util.ArrayDeque;

/**
 * A crawler. Workers wait in a pool for a connection, perform it, forget it and return to the pool.
 * The crawler takes addresses from the frontier and hands each to an idle worker. After the last
 * page, it stops the connection of each worker that still has one. The check and the stop are not
 * atomic: a worker may forget its connection in between, without a lock. Then none is left to stop.
 *
 * <p>Arguments: the number of workers and of pages of the site.
 */
public class Crawler {
  private final Harvest.Frontier frontier = new Harvest.Frontier();
  private final Harvest.Statistics statistics = new Harvest.Statistics();
  private final Net.Listener listener = new Harvest.Collector(frontier, statistics);
  private final Pool pool = new Pool();

  static final class Pool {
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();

    synchronized void giveBack(Worker worker) {
      idle.addLast(worker);
      notifyAll();
    }

    synchronized Worker take() throws InterruptedException {
      while (idle.isEmpty()) {
        wait();
      }
      return idle.removeFirst();
    }
  }

  static final class Worker extends Thread {
    private final Pool pool;
    private Net.Connection connection;
    private boolean finished;

    Worker(Pool pool) {
      this.pool = pool;
    }

    synchronized void assign(Net.Connection next) {
      connection = next;
      notifyAll();
    }

    private synchronized Net.Connection awaitConnection() throws InterruptedException {
      while (connection == null && !finished) {
        wait();
      }
      return connection;
    }

    @Override
    public void run() {
      try {
        Net.Connection current = awaitConnection();
        while (current != null) {
          current.perform();
          connection = null;
          pool.giveBack(this);
          current = awaitConnection();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void finish() {
      if (connection != null) {
        connection.stop();
      }
      synchronized (this) {
        finished = true;
        notifyAll();
      }
    }
  }

  Harvest.Report crawl(int workers, int pages) throws InterruptedException {
    Web.Site site = new Web.Site(pages);
    Worker[] threads = new Worker[workers];
    for (int i = 0; i < workers; i++) {
      threads[i] = new Worker(pool);
      pool.giveBack(threads[i]);
      threads[i].start();
    }
    frontier.put(new Web.Address(0));
    for (int i = 0; i < pages; i++) {
      Web.Address address = frontier.next();
      pool.take().assign(new Net.Connection(site, new Net.Request(address), listener));
    }
    for (Worker worker : threads) {
      worker.finish();
    }
    for (Worker worker : threads) {
      worker.join();
    }
    return statistics.report();
  }

  public static void main(String[] args) throws InterruptedException {
    int workers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int pages = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    System.out.println(new Crawler().crawl(workers, pages));
  }
}
