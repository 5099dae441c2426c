import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.lang3.concurrent.BackgroundInitializer;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.concurrent.ConcurrentUtils;
import org.apache.commons.lang3.concurrent.EventCountCircuitBreaker;
import org.apache.commons.lang3.concurrent.LazyInitializer;
import org.apache.commons.lang3.concurrent.Memoizer;
import org.apache.commons.lang3.concurrent.MultiBackgroundInitializer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The concurrent package: initializers, memoizer, thread factory. */
public class LangConcurrent {
  static int made;

  public static void main(String[] args) throws Exception {
    LazyInitializer<String> lazy = new LazyInitializer<>() {
      @Override protected String initialize() { return "made " + ++made; }
    };
    System.out.println(lazy.get() + lazy.get());
    BackgroundInitializer<Integer> background = new BackgroundInitializer<>() {
      @Override protected Integer initialize() { return 6 * 7; }
    };
    background.start();
    System.out.println(background.get() + " " + background.isStarted());
    MultiBackgroundInitializer multi = new MultiBackgroundInitializer();
    multi.addInitializer("one", new BackgroundInitializer<String>() {
      @Override protected String initialize() { return "first"; }
    });
    multi.addInitializer("two", new BackgroundInitializer<String>() {
      @Override protected String initialize() throws Exception { throw new Exception("second"); }
    });
    multi.start();
    MultiBackgroundInitializer.MultiBackgroundInitializerResults results = multi.get();
    System.out.println(results.getResultObject("one") + " " + results.isException("two")
        + results.getException("two").getMessage());
    Memoizer<Integer, Integer> squares = new Memoizer<>((Integer x) -> { made++; return x * x; });
    System.out.println(squares.compute(5) + squares.compute(5) + " " + made);
    BasicThreadFactory factory = new BasicThreadFactory.Builder()
                                     .namingPattern("weaver-%d")
                                     .daemon(true)
                                     .priority(3)
                                     .build();
    ExecutorService pool = Executors.newFixedThreadPool(2, factory);
    Callable<String> name =
        () -> Thread.currentThread().getName() + Thread.currentThread().isDaemon();
    Future<String> f = pool.submit(name);
    System.out.println(f.get() + " " + factory.getThreadCount());
    pool.shutdown();
    System.out.println(ConcurrentUtils.putIfAbsent(new ConcurrentHashMap<>(), "k", "v")
        + ConcurrentUtils.constantFuture("c").get());
    EventCountCircuitBreaker breaker = new EventCountCircuitBreaker(3, 1, TimeUnit.DAYS);
    for (int i = 0; i < 5; i++) System.out.print(breaker.incrementAndCheckState() + " ");
    System.out.println(breaker.isOpen());
  }
}
