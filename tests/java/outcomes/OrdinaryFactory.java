// outcome: true true
// again: --por none
// again: --sleep-sets

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Like many thread factories, this one keeps its threads in a list and makes them daemons. */
public class OrdinaryFactory {
  static final List<Thread> made = new CopyOnWriteArrayList<>();

  static Thread make(Runnable r) {
    Thread t = new Thread(r);
    made.add(t);
    t.setDaemon(true);
    return t;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newSingleThreadExecutor(OrdinaryFactory::make);
    boolean inside = pool.submit(() -> Thread.currentThread().isDaemon()).get();
    System.out.println(inside + " " + made.get(0).isDaemon());
  }
}
