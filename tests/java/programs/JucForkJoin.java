import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fork/join tasks in custom pools and the common pool, counted completers, parallel streams.
 */
public class JucForkJoin {
  static final class Fib extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    final int n;

    Fib(int n) {
      this.n = n;
    }

    @Override
    protected Integer compute() {
      if (n < 2) return n;
      Fib f = new Fib(n - 1);
      f.fork();
      return new Fib(n - 2).compute() + f.join();
    }
  }

  static final class Sort extends RecursiveAction {
    private static final long serialVersionUID = 1;
    final int[] a;
    final int lo, hi;

    Sort(int[] a, int lo, int hi) {
      this.a = a;
      this.lo = lo;
      this.hi = hi;
    }

    @Override
    protected void compute() {
      if (hi - lo < 3) {
        java.util.Arrays.sort(a, lo, hi);
        return;
      }
      int mid = (lo + hi) >>> 1;
      invokeAll(new Sort(a, lo, mid), new Sort(a, mid, hi));
      int[] left = java.util.Arrays.copyOfRange(a, lo, mid);
      for (int i = 0, j = mid, k = lo; i < left.length; k++)
        a[k] = j == hi || left[i] <= a[j] ? left[i++] : a[j++];
    }
  }

  static final class Sum extends CountedCompleter<Integer> {
    private static final long serialVersionUID = 1;
    final int lo, hi;
    final AtomicInteger to;

    Sum(CountedCompleter<?> up, int lo, int hi, AtomicInteger to) {
      super(up);
      this.lo = lo;
      this.hi = hi;
      this.to = to;
    }

    @Override
    public void compute() {
      if (hi - lo > 2) {
        int mid = (lo + hi) >>> 1;
        setPendingCount(2);
        new Sum(this, lo, mid, to).fork();
        new Sum(this, mid, hi, to).fork();
      } else {
        for (int i = lo; i < hi; i++) to.addAndGet(i);
      }
      tryComplete();
    }

    @Override
    public Integer getRawResult() {
      return to.get();
    }
  }

  static void tasks() throws Exception {
    ForkJoinPool p = new ForkJoinPool(3);
    System.out.println(p.invoke(new Fib(12)) + " " + p.getParallelism() + " " + p.getAsyncMode());
    int[] a = {5, 3, 9, 1, 7, 2, 8, 6, 4, 0};
    p.submit(new Sort(a, 0, a.length)).get();
    System.out.println(java.util.Arrays.toString(a));
    System.out.println(p.invoke(new Sum(null, 0, 20, new AtomicInteger())));
    ForkJoinTask<String> t =
        p.submit(() -> Thread.currentThread() instanceof ForkJoinWorkerThread ? "worker" : "other");
    System.out.println(t.get() + " " + t.isCompletedNormally());
    ForkJoinTask<?> fails =
        p.submit((Runnable) () -> { throw new IllegalStateException("fails"); });
    fails.quietlyJoin();
    System.out.println(fails.isCompletedAbnormally() + " " + (fails.getException() != null));
    p.shutdown();
    System.out.println(p.awaitTermination(1, TimeUnit.SECONDS) + " " + p.isTerminated());
    System.out.println(new Fib(10).invoke() + " " + ForkJoinPool.commonPool().invoke(new Fib(9))
        + " " + ForkJoinPool.commonPool().submit(() -> 5).get());
    ForkJoinTask<Integer> adapted = ForkJoinTask.adapt(() -> 6);
    adapted.fork();
    System.out.println(adapted.join() + " " + ForkJoinTask.inForkJoinPool());
    ForkJoinPool async =
        new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    AtomicInteger n = new AtomicInteger();
    for (int i = 0; i < 5; i++) async.execute(n::incrementAndGet);
    System.out.println(async.awaitQuiescence(1, TimeUnit.SECONDS) + " " + n);
    ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
      @Override
      public boolean block() {
        return true;
      }

      @Override
      public boolean isReleasable() {
        return false;
      }
    });
    async.shutdownNow();
  }

  static void streams() throws Exception {
    System.out.println(IntStream.rangeClosed(1, 1000).parallel().sum());
    List<Integer> l = IntStream.range(0, 100)
                          .boxed()
                          .parallel()
                          .filter(x -> x % 3 == 0)
                          .map(x -> x * 2)
                          .collect(Collectors.toList());
    System.out.println(l);
    Map<Integer, Long> byTen = l.parallelStream().collect(
        Collectors.groupingByConcurrent(x -> x / 50, Collectors.counting()));
    System.out.println(byTen);
    LongAdder adder = new LongAdder();
    l.parallelStream().forEach(adder::add);
    System.out.println(adder + " " + l.parallelStream().anyMatch(x -> x == 42) + " "
        + l.parallelStream().sorted((x, y) -> y - x).findFirst().get() + " "
        + l.parallelStream().reduce(0, Integer::sum) + " "
        + l.parallelStream().skip(3).limit(4).collect(Collectors.toList()));
    List<Integer> ordered = new ArrayList<>();
    l.parallelStream().limit(5).forEachOrdered(ordered::add);
    System.out.println(ordered);
    ForkJoinPool p = new ForkJoinPool(2);
    System.out.println(
        p.submit(() -> IntStream.range(0, 500).parallel().map(x -> x & 1).sum()).get());
    p.shutdown();
    int[] a = IntStream.range(0, 9000).map(x -> (x * 7919) % 9001).toArray();
    java.util.Arrays.parallelSort(a);
    java.util.Arrays.parallelPrefix(a, Integer::sum);
    System.out.println(a[0] + " " + a[8999]);
    java.util.Arrays.parallelSetAll(a, i -> -i);
    System.out.println(a[77]);
  }

  public static void main(String[] args) throws Exception {
    tasks();
    streams();
  }
}
