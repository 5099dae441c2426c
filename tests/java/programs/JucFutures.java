import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * CompletableFuture with the default executor, timeouts and delays; reactive streams with
 * SubmissionPublisher.
 */
public class JucFutures {
  static void futures() throws Exception {
    CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20),
                               b = CompletableFuture.supplyAsync(() -> 22);
    System.out.println(a.thenCombine(b, Integer::sum).get());
    System.out.println(a.thenApplyAsync(x -> x + 1)
                           .thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2))
                           .join());
    System.out.println(a.applyToEither(new CompletableFuture<>(), x -> "either " + x).join());
    CompletableFuture<Void> both = a.runAfterBothAsync(b, () -> System.out.println("after both"));
    both.join();
    CompletableFuture<Integer> never = new CompletableFuture<>();
    try {
      never.get(1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.println("timeout");
    }
    try {
      new CompletableFuture<Integer>().orTimeout(2, TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      System.out.println(e.getCause().getClass().getName());
    }
    System.out.println(
        new CompletableFuture<Integer>().completeOnTimeout(9, 2, TimeUnit.MILLISECONDS).join());
    System.out.println(
        CompletableFuture
            .supplyAsync(
                () -> "delayed", CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS))
            .get());
    CompletableFuture<String> fails =
        CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("fails"); });
    System.out.println(fails.exceptionally(Throwable::getMessage).join());
    System.out.println(fails.handle((v, e) -> v + " " + e.getCause().getMessage()).join());
    try {
      fails.whenComplete((v, e) -> System.out.println(v)).get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause());
    }
    System.out.println(
        never.cancel(true) + " " + never.isCancelled() + " " + never.isCompletedExceptionally());
    never.obtrudeValue(3);
    System.out.println(
        never.getNow(0) + " " + never.getNumberOfDependents() + " " + never.copy().get());
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int n = i;
      all.add(CompletableFuture.supplyAsync(() -> n * n));
    }
    CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    System.out.println(all.stream().mapToInt(CompletableFuture::join).sum());
    System.out.println(
        CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any"))
            .get());
    CompletionStage<String> stage = CompletableFuture.completedStage("stage");
    System.out.println(stage.thenApply(Function.identity()).toCompletableFuture().get());
    CompletableFuture<Integer> later = new CompletableFuture<>();
    Thread completer = new Thread(() -> later.complete(8));
    completer.start();
    System.out.println(later.get());
    completer.join();
  }

  static final class Collector implements Flow.Subscriber<Integer> {
    final List<Integer> got = new ArrayList<>();
    final CountDownLatch done = new CountDownLatch(1);
    final int limit;
    Flow.Subscription subscription;
    Throwable error;

    Collector(int limit) {
      this.limit = limit;
    }

    @Override
    public void onSubscribe(Flow.Subscription s) {
      subscription = s;
      s.request(1);
    }

    @Override
    public void onNext(Integer x) {
      got.add(x);
      if (got.size() == limit) {
        subscription.cancel();
        done.countDown();
      } else {
        subscription.request(1);
      }
    }

    @Override
    public void onError(Throwable e) {
      error = e;
      done.countDown();
    }

    @Override
    public void onComplete() {
      done.countDown();
    }
  }

  static final class Doubler
      extends SubmissionPublisher<Integer> implements Flow.Processor<Integer, Integer> {
    Flow.Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription s) {
      subscription = s;
      s.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer x) {
      submit(2 * x);
    }

    @Override
    public void onError(Throwable e) {
      closeExceptionally(e);
    }

    @Override
    public void onComplete() {
      close();
    }
  }

  static void flow() throws Exception {
    Collector all = new Collector(-1), some = new Collector(2), doubled = new Collector(-1);
    Doubler doubler = new Doubler();
    SubmissionPublisher<Integer> p = new SubmissionPublisher<>();
    p.subscribe(all);
    p.subscribe(some);
    p.subscribe(doubler);
    doubler.subscribe(doubled);
    System.out.println(
        p.getNumberOfSubscribers() + " " + p.hasSubscribers() + " " + p.isSubscribed(all));
    for (int i = 1; i <= 5; i++) p.submit(i);
    p.close();
    all.done.await();
    some.done.await();
    doubled.done.await();
    System.out.println(all.got + " " + some.got + " " + doubled.got);
    SubmissionPublisher<Integer> q = new SubmissionPublisher<>(Runnable::run, 4);
    Collector failed = new Collector(-1);
    q.subscribe(failed);
    System.out.println(q.offer(1, null) + " " + q.offer(2, 1, TimeUnit.MILLISECONDS, null));
    q.closeExceptionally(new IllegalStateException("closed"));
    failed.done.await();
    System.out.println(failed.got + " " + failed.error.getMessage() + " " + q.isClosed());
    SubmissionPublisher<String> c = new SubmissionPublisher<>();
    StringBuffer sb = new StringBuffer();
    CompletableFuture<Void> consumed = c.consume(sb::append);
    c.submit("x");
    c.submit("y");
    c.close();
    consumed.get();
    System.out.println(sb);
  }

  public static void main(String[] args) throws Exception {
    futures();
    flow();
  }
}
