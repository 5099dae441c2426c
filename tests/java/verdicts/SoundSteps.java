import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Library methods that are not a single step: another thread sees them half done. */
public class SoundSteps {
  static void saw(boolean it) {
    if (it) throw new IllegalStateException("half done");
  }

  static Thread start(Runnable r) {
    Thread t = new Thread(r);
    t.start();
    return t;
  }

  /** 2 is always in the deque, but not always at the same place. */
  static void deque() throws Exception {
    ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
    d.add(1);
    d.add(2);
    start(() -> {
      d.addFirst(2);
      d.pollLast();
    });
    saw(!d.contains(2));
  }

  /** While pollFirst removes 1, 2 is already the first element and 1 is still the last. */
  static void last() throws Exception {
    ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
    d.add(1);
    Integer[] first = new Integer[1];
    Thread t = start(() -> first[0] = d.pollFirst());
    d.addFirst(2);
    Integer last = d.peekLast();
    t.join();
    saw(last == 1 && first[0] == 1);
  }

  /** The queue always contains a 5, but not always the same one. */
  static void queue(Queue<Integer> q, boolean takes) throws Exception {
    q.add(5);
    Thread t = start(() -> {
      q.offer(5);
      q.poll();
    });
    saw(takes ? !q.remove((Object) 5) : !q.contains(5));
    t.join();
  }

  /** A new entry is visible in the map before it is counted. */
  static void count() {
    ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
    start(() -> m.put(1, 1));
    saw(m.get(1) != null && m.isEmpty());
  }

  static void buffer() throws Exception {
    StringBuffer a = new StringBuffer("a"), b = new StringBuffer("bb");
    Thread t = start(() -> b.setLength(0));
    a.append(b);
    t.join();
    saw(a.indexOf("\0") >= 0);
  }

  static void deregister() throws Exception {
    Phaser root = new Phaser(), child = new Phaser(root, 1);
    start(() -> child.arriveAndDeregister());
    saw(child.getRegisteredParties() == 0 && root.getRegisteredParties() == 1);
  }

  static void tiers() throws Exception {
    Phaser root = new Phaser(1), child = new Phaser(root, 1);
    start(() -> child.arrive());
    saw(child.getUnarrivedParties() == 0 && root.getUnarrivedParties() == 2);
  }

  static void dependents() throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Void> all = CompletableFuture.allOf(f, CompletableFuture.completedFuture(1));
    start(() -> f.complete(1));
    saw(f.isDone() && !all.isDone());
  }

  static volatile boolean late;
  static FutureTask<Integer> task;

  static void cancel() throws Exception {
    task = new FutureTask<>(() -> {
      late = task.isCancelled() && !Thread.currentThread().isInterrupted();
      return 1;
    });
    start(() -> task.cancel(true));
    task.run();
    saw(late);
  }

  static void shutdownNow() throws Exception {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    pool.execute(() -> late = pool.isShutdown() && !Thread.currentThread().isInterrupted());
    pool.shutdownNow();
    pool.awaitTermination(1, TimeUnit.HOURS);
    saw(late);
  }

  static void schedule() throws Exception {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    Thread t = start(() -> pool.schedule(() -> {}, 1, TimeUnit.HOURS));
    boolean half = pool.getQueue().size() == 1 && pool.getPoolSize() == 0;
    t.join();
    pool.shutdownNow();
    saw(half);
  }

  /** Shut down, but not yet terminated. */
  static void terminate() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    start(pool::shutdown);
    saw(pool.isShutdown() && !pool.awaitTermination(1, TimeUnit.MILLISECONDS));
  }

  /** unlock unparks a thread that has already got the lock: a permit is left over. */
  static void unlock() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    Thread t = new Thread(() -> {
      lock.lock();
      LockSupport.park();
      throw new IllegalStateException("half done");
    });
    t.setDaemon(true);
    t.start();
    lock.unlock();
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "deque": deque(); return;
      case "last": last(); return;
      case "queue": queue(new ConcurrentLinkedQueue<>(), false); return;
      case "queueTakes": queue(new ConcurrentLinkedQueue<>(), true); return;
      case "transfer": queue(new LinkedTransferQueue<>(), false); return;
      case "transferTakes": queue(new LinkedTransferQueue<>(), true); return;
      case "count": count(); return;
      case "terminate": terminate(); return;
      case "buffer": buffer(); return;
      case "deregister": deregister(); return;
      case "tiers": tiers(); return;
      case "dependents": dependents(); return;
      case "cancel": cancel(); return;
      case "shutdownNow": shutdownNow(); return;
      case "schedule": schedule(); return;
      case "unlock": unlock(); return;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
