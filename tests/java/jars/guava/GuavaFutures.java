import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import com.google.common.util.concurrent.Uninterruptibles;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Listenable futures from a pool of two threads. */
public class GuavaFutures {
  public static void main(String[] args) throws Exception {
    ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(
        2, new ThreadFactoryBuilder().setNameFormat("loom-%d").setDaemon(true).build()));
    ListenableFuture<Integer> six = pool.submit(() -> 6), seven = pool.submit(() -> 7);
    System.out.println(Futures.allAsList(six, seven).get());
    System.out.println(Futures.transform(six, x -> x * 7, MoreExecutors.directExecutor()).get()
        + " " + FluentFuture.from(seven).transformAsync(x -> pool.submit(() -> x + 1), pool).get());
    SettableFuture<String> settable = SettableFuture.create();
    CountDownLatch latch = new CountDownLatch(1);
    Futures.addCallback(settable, new FutureCallback<String>() {
      public void onSuccess(String s) {
        System.out.println("got " + s);
        latch.countDown();
      }
      public void onFailure(Throwable t) { System.out.println("failed " + t); }
    }, pool);
    settable.set("it");
    Uninterruptibles.awaitUninterruptibly(latch);
    ListenableFuture<Integer> bad = pool.submit(() -> { throw new IllegalStateException("task"); });
    try {
      bad.get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause().getMessage());
    }
    System.out.println(
        Futures.catching(bad, IllegalStateException.class, e -> - 1, MoreExecutors.directExecutor())
            .get()
        + " " + Futures.successfulAsList(bad, six).get() + Futures.getDone(seven));
    System.out.println(Futures.whenAllSucceed(Arrays.asList(six, seven))
                           .call(() -> Futures.getDone(six) + Futures.getDone(seven), pool)
                           .get());
    SettableFuture<String> cancelled = SettableFuture.create();
    System.out.println(
        cancelled.cancel(true) + " " + cancelled.isCancelled() + cancelled.set("late"));
    System.out.println(
        MoreExecutors.shutdownAndAwaitTermination(pool, java.time.Duration.ofHours(1)));
  }
}
