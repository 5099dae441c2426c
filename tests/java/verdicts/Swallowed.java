import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** The library keeps these failures to itself: they are errors only with --swallowed. */
public class Swallowed {
  public static void main(String[] args) throws Exception {
    AtomicInteger n = new AtomicInteger();
    switch (args[0]) {
      case "future": { // fails if the other thread was first, and main never calls get
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> f = pool.submit(() -> { assert n.incrementAndGet() == 1 : "second"; });
        n.incrementAndGet();
        pool.shutdown();
        break;
      }
      case "completable":
        CompletableFuture.runAsync(
            () -> { throw new IllegalStateException("lost"); }, Runnable::run);
        break;
      case "handler": {
        Thread t = new Thread(() -> { throw new IllegalStateException("handled"); });
        t.setUncaughtExceptionHandler((who, e) -> n.incrementAndGet());
        t.start();
        t.join();
        break;
      }
      case "exit": {
        Thread t = new Thread(n::incrementAndGet);
        t.start();
        if (n.get() == 1) System.exit(3);
        t.join();
        break;
      }
      case "fine": {
        CompletableFuture<Integer> f =
            CompletableFuture.supplyAsync(() -> 4, Runnable::run).thenApply(x -> x + 1);
        if (f.get() != 5) throw new AssertionError();
        System.exit(0);
        break;
      }
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
