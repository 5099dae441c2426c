import java.util.HashMap;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;

/** Small programs over java.util.concurrent, by name: the cost of searches over contracts. */
public class Library {
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "pool": pool(Integer.parseInt(args[1]), Integer.parseInt(args[2])); break;
      case "scheduled": scheduled(); break;
      case "producers": producers(); break;
      case "combine": combine(); break;
      case "invokeAll": invokeAll(); break;
      case "cache": cache(); break;
      case "parallel": parallel(); break;
      case "phaser": phaser(); break;
      case "exchanger": exchanger(); break;
      default: throw new IllegalArgumentException(args[0]);
    }
  }

  private static void pool(int threads, int tasks) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> results = new ArrayList<>();
    int sum = 0;
    for (int i = 1; i <= tasks; i++) {
      int value = i;
      results.add(pool.submit(() -> value));
    }
    for (Future<Integer> result : results) sum += result.get();
    assert sum == tasks * (tasks + 1) / 2;
    pool.shutdown();
  }

  private static void scheduled() throws Exception {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    Future<Integer> later = pool.schedule(() -> 3, 10, TimeUnit.MILLISECONDS);
    Future<Integer> now = pool.submit(() -> 4);
    assert later.get() + now.get() == 7;
    pool.shutdown();
  }

  private static void producers() throws Exception {
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    int sum = 0;
    for (int i = 1; i <= 2; i++) {
      int value = i;
      new Thread(() -> {
        try {
          queue.put(value);
          queue.put(10 * value);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }).start();
    }
    for (int i = 0; i < 4; i++) sum += queue.take();
    assert sum == 33;
  }

  private static void combine() {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1, pool);
    CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2, pool);
    assert one.thenCombine(two, Integer::sum).join() == 3;
    pool.shutdown();
  }

  private static void invokeAll() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
    int sum = 0;
    for (Future<Integer> result : pool.invokeAll(tasks)) sum += result.get();
    assert sum == 3;
    pool.shutdown();
  }

  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
  private static final Map<String, Integer> CACHE = new HashMap<>();
  private static int loads;

  private static int look(String key) {
    LOCK.readLock().lock();
    try {
      Integer value = CACHE.get(key);
      if (value != null) return value;
    } finally {
      LOCK.readLock().unlock();
    }
    LOCK.writeLock().lock();
    try {
      if (!CACHE.containsKey(key)) {
        loads++;
        CACHE.put(key, key.length());
      }
      return CACHE.get(key);
    } finally {
      LOCK.writeLock().unlock();
    }
  }

  private static void cache() throws Exception {
    Thread other = new Thread(() -> look("a"));
    other.start();
    look("a");
    other.join();
    assert loads == 1;
  }

  private static void parallel() {
    assert IntStream.of(1, 2, 3, 4).parallel().map(x -> 2 * x).sum() == 20;
  }

  private static void phaser() throws Exception {
    Phaser phaser = new Phaser(2);
    AtomicInteger ready = new AtomicInteger();
    Thread other = new Thread(() -> meet(phaser, ready));
    other.start();
    meet(phaser, ready);
    other.join();
  }

  private static void meet(Phaser phaser, AtomicInteger ready) {
    ready.incrementAndGet();
    phaser.arriveAndAwaitAdvance();
    assert ready.get() == 2;
    phaser.arriveAndAwaitAdvance();
  }

  private static void exchanger() throws Exception {
    Exchanger<Integer> exchanger = new Exchanger<>();
    Thread other = new Thread(() -> {
      try {
        assert exchanger.exchange(1) == 2;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    other.start();
    assert exchanger.exchange(2) == 1;
    other.join();
  }
}
