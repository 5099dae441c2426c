import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fixed, cached, single, scheduled and work-stealing executors, thread factories, policies,
 * invokeAll and invokeAny.
 */
public class JucExecutors {
  static void end(ExecutorService e) throws InterruptedException {
    e.shutdown();
    System.out.println(
        "ended " + e.awaitTermination(10, TimeUnit.SECONDS) + " " + e.isTerminated());
  }

  static void policies() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    ThreadFactory f = r -> new Thread(r, "made-" + made.incrementAndGet());
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), f);
    Callable<String> waits = () -> {
      hold.await();
      return Thread.currentThread().getName();
    };
    Future<String> a = p.submit(waits), b = p.submit(waits), c = p.submit(waits);
    try {
      p.submit(waits);
    } catch (RejectedExecutionException e) {
      System.out.println("rejected, " + p.getPoolSize() + " threads, queue " + p.getQueue().size());
    }
    p.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    p.execute(() -> System.out.println("by " + Thread.currentThread().getName()));
    p.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardOldestPolicy());
    Future<String> d = p.submit(waits);
    p.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    p.execute(() -> System.out.println("never"));
    System.out.println(b.isDone() + " " + p.remove((Runnable) b) + " " + p.getTaskCount());
    hold.countDown();
    System.out.println(a.get() + " " + c.get() + " " + d.get().startsWith("made-"));
    end(p);
    System.out.println(p.getCompletedTaskCount() + " " + p.getLargestPoolSize() + " " + made);
  }

  static void hooks() throws Exception {
    StringBuffer log = new StringBuffer();
    ThreadPoolExecutor p = new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new java.util.concurrent.LinkedBlockingQueue<>()) {
      @Override
      protected void beforeExecute(Thread t, Runnable r) {
        log.append("before ");
      }

      @Override
      protected void afterExecute(Runnable r, Throwable t) {
        log.append("after ").append(t == null ? "" : t.getMessage() + " ");
      }

      @Override
      protected void terminated() {
        log.append("terminated");
      }
    };
    p.prestartAllCoreThreads();
    p.submit(() -> log.append("run ")).get();
    p.execute(() -> log.append("run "));
    end(p);
    System.out.println(log);
  }

  static void invoke() throws Exception {
    ExecutorService p = Executors.newCachedThreadPool();
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      int n = i;
      calls.add(() -> n * n);
    }
    int sum = 0;
    for (Future<Integer> f : p.invokeAll(calls)) sum += f.get();
    System.out.println(sum);
    Callable<Integer> fails = () -> { throw new IllegalStateException("fails"); };
    System.out.println(p.invokeAny(List.of(fails, () -> 7, fails)));
    try {
      p.invokeAny(List.of(fails, fails));
    } catch (ExecutionException e) {
      System.out.println(e.getCause().getMessage());
    }
    Callable<Integer> sleeps = () -> {
      Thread.sleep(1_000_000);
      return 1;
    };
    for (Future<Integer> f : p.invokeAll(List.of(() -> 1, sleeps), 100, TimeUnit.MILLISECONDS))
      System.out.print(f.isDone() + " " + f.isCancelled() + "; ");
    try {
      p.invokeAny(List.of(sleeps), 1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.println("timeout");
    }
    CompletionService<Integer> cs = new ExecutorCompletionService<>(p);
    for (Callable<Integer> c : calls) cs.submit(c);
    sum = 0;
    for (int i = 0; i < 4; i++) sum += cs.take().get();
    System.out.println(sum + " " + cs.poll());
    end(p);
  }

  static void scheduled() throws Exception {
    ScheduledExecutorService s = Executors.newScheduledThreadPool(2);
    StringBuffer order = new StringBuffer();
    ScheduledFuture<?> late = s.schedule(() -> order.append("late "), 40, TimeUnit.MILLISECONDS);
    ScheduledFuture<String> early =
        s.schedule(() -> order.append("early ").toString(), 5, TimeUnit.MILLISECONDS);
    System.out.println(early.get() + (late.getDelay(TimeUnit.MILLISECONDS) <= 40));
    late.get();
    CountDownLatch ticks = new CountDownLatch(3);
    ScheduledFuture<?> fixed = s.scheduleAtFixedRate(ticks::countDown, 1, 2, TimeUnit.MILLISECONDS);
    ticks.await();
    System.out.println(fixed.cancel(false) + " " + fixed.isCancelled());
    AtomicInteger n = new AtomicInteger();
    ScheduledFuture<?> stops = s.scheduleWithFixedDelay(() -> {
      if (n.incrementAndGet() == 3) throw new IllegalStateException("third");
    }, 0, 1, TimeUnit.MILLISECONDS);
    try {
      stops.get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause().getMessage() + " " + n);
    }
    s.schedule(() -> order.append("delayed"), 3, TimeUnit.MILLISECONDS);
    end(s);
    System.out.println(order);
    ScheduledThreadPoolExecutor x = new ScheduledThreadPoolExecutor(1);
    x.setRemoveOnCancelPolicy(true);
    x.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    ScheduledFuture<?> never = x.schedule(() -> System.out.println("never"), 1, TimeUnit.HOURS);
    x.schedule(() -> System.out.println("never"), 1, TimeUnit.HOURS);
    never.cancel(true);
    System.out.println(x.getQueue().size());
    end(x);
  }

  static void others() throws Exception {
    ExecutorService single = Executors.newSingleThreadExecutor(r -> {
      Thread t = Executors.defaultThreadFactory().newThread(r);
      t.setDaemon(true);
      return t;
    });
    System.out.println(single.submit(() -> Thread.currentThread().isDaemon()).get());
    CountDownLatch begun = new CountDownLatch(1);
    single.execute(() -> {
      try {
        begun.countDown();
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        System.out.println("interrupted by shutdownNow");
      }
    });
    single.execute(() -> System.out.println("never"));
    begun.await();
    int left = single.shutdownNow().size();
    System.out.println(single.awaitTermination(1, TimeUnit.SECONDS) + " " + left);
    ExecutorService steal = Executors.newWorkStealingPool(2);
    System.out.println(steal.submit(() -> 11).get());
    end(steal);
    ThreadPoolExecutor direct =
        new ThreadPoolExecutor(0, 3, 1, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
    direct.allowCoreThreadTimeOut(true);
    System.out.println(direct.submit(() -> "direct").get());
    while (direct.getPoolSize() > 0) Thread.sleep(2);
    end(direct);
    System.out.println(Executors.callable(() -> { }, "result").call());
  }

  public static void main(String[] args) throws Exception {
    policies();
    hooks();
    invoke();
    scheduled();
    others();
  }
}
