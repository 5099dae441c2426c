import java.util.concurrent.*;

/** A task waits for another task of the same single-threaded pool. */
public class WaitsInOwnPool {
  public static void main(String[] a) throws Exception {
    ExecutorService ex = Executors.newSingleThreadExecutor(r -> {
      Thread t = new Thread(r, "only");
      return t;
    });
    Future<Integer> f = ex.submit(() -> {
      Future<Integer> g = ex.submit(() -> 1);
      return g.get() + 1;
    });
    System.out.println(f.get());
    ex.shutdown();
  }
}
