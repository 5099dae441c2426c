import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Virtual threads: builders, factories, an executor, locks and monitors, park, sleep, interrupts,
 * thread locals, handlers.
 */
public class VirtualThreads {
  static int shared;

  public static void main(String[] args) throws Exception {
    Thread v = Thread.ofVirtual().name("virtual").unstarted(
        ()
            -> System.out.println(Thread.currentThread().getName() + " "
                + Thread.currentThread().isVirtual() + " " + Thread.currentThread().isDaemon()));
    System.out.println(v.getState() + " " + v.isAlive() + " " + v.getThreadGroup().getName() + " "
        + v.getPriority());
    v.start();
    v.join();
    System.out.println(v.getState() + " " + v.join(Duration.ofMillis(1)));
    try (ExecutorService e = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        int n = i;
        all.add(e.submit(() -> {
          Thread.sleep(Duration.ofMillis(n));
          return n * n;
        }));
      }
      int sum = 0;
      for (Future<Integer> f : all) sum += f.get();
      System.out.println(sum + " " + all.get(3).state() + " " + all.get(4).resultNow());
    }
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch done = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      boolean monitor = i % 2 == 0;
      Thread.startVirtualThread(() -> {
        for (int k = 0; k < 10; k++) {
          lock.lock();
          try {
            synchronized (VirtualThreads.class) {
              shared++;
            }
            if (monitor) Thread.yield();
          } finally {
            lock.unlock();
          }
        }
        done.countDown();
      });
    }
    done.await();
    System.out.println(shared);
    Thread parked = Thread.ofVirtual().start(() -> {
      LockSupport.park();
      System.out.println("interrupted " + Thread.interrupted());
      try {
        Thread.sleep(1_000_000);
      } catch (InterruptedException e) {
        System.out.println("asleep");
      }
    });
    while (parked.getState() != Thread.State.WAITING) Thread.yield();
    parked.interrupt();
    while (parked.getState() != Thread.State.TIMED_WAITING) Thread.yield();
    parked.interrupt();
    parked.join();
    ThreadFactory f = Thread.ofVirtual()
                          .name("made-", 1)
                          .uncaughtExceptionHandler(
                              (t, e) -> System.out.println(t.getName() + " " + e.getMessage()))
                          .factory();
    for (int i = 0; i < 2; i++) {
      Thread t = f.newThread(() -> { throw new IllegalStateException("thrown"); });
      t.start();
      t.join();
    }
    ThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("main's");
    AtomicInteger seen = new AtomicInteger();
    Thread.ofVirtual().start(() -> seen.addAndGet(local.get() == null ? 0 : 1)).join();
    Thread.ofVirtual()
        .inheritInheritableThreadLocals(false)
        .start(() -> seen.addAndGet(local.get() == null ? 10 : 0))
        .join();
    System.out.println(seen);
    Thread p = Thread.ofPlatform()
                   .daemon()
                   .name("platform-", 0)
                   .start(() -> System.out.println(Thread.currentThread().getName()));
    p.join();
  }
}
