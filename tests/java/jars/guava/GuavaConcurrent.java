import com.google.common.util.concurrent.AtomicDouble;
import com.google.common.util.concurrent.AtomicLongMap;
import com.google.common.util.concurrent.Monitor;
import com.google.common.util.concurrent.RateLimiter;
import com.google.common.util.concurrent.Service;
import com.google.common.util.concurrent.ServiceManager;
import com.google.common.util.concurrent.AbstractExecutionThreadService;
import com.google.common.util.concurrent.AbstractIdleService;
import com.google.common.util.concurrent.Striped;
import com.google.common.util.concurrent.Callables;
import com.google.common.util.concurrent.CycleDetectingLockFactory;
import com.google.common.util.concurrent.ExecutionSequencer;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.base.Stopwatch;
import com.google.common.base.Suppliers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Monitors, services, stripes, lock-order checks. */
public class GuavaConcurrent {
  static int value;

  public static void main(String[] args) throws Exception {
    Monitor monitor = new Monitor();
    Monitor.Guard positive = monitor.newGuard(() -> value > 0);
    Thread t = new Thread(() -> {
      monitor.enter();
      try {
        value = 5;
      } finally {
        monitor.leave();
      }
    });
    t.start();
    monitor.enterWhen(positive);
    System.out.println(value);
    monitor.leave();
    t.join();
    AtomicLongMap<String> counts = AtomicLongMap.create();
    Thread[] ts = new Thread[3];
    Striped<Lock> stripes = Striped.lock(4);
    int[] plain = {0};
    for (int i = 0; i < 3; i++) {
      ts[i] = new Thread(() -> {
        for (int k = 0; k < 5; k++) {
          counts.incrementAndGet("n");
          Lock lock = stripes.get("key");
          lock.lock();
          plain[0]++;
          lock.unlock();
        }
      });
      ts[i].start();
    }
    for (Thread x : ts) x.join();
    System.out.println(counts + " " + plain[0] + new AtomicDouble(1.5).addAndGet(2));
    CycleDetectingLockFactory locks =
        CycleDetectingLockFactory.newInstance(CycleDetectingLockFactory.Policies.THROW);
    ReentrantLock a = locks.newReentrantLock("A"), b = locks.newReentrantLock("B");
    a.lock();
    b.lock();
    b.unlock();
    a.unlock();
    b.lock();
    try {
      a.lock();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage().split("\n")[0]);
    }
    b.unlock();
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    Service worker = new AbstractExecutionThreadService() {
      @Override protected void startUp() { log.add("up"); }
      @Override protected void run() { log.add("run"); }
      @Override protected void shutDown() { log.add("down"); }
    };
    worker.startAsync();
    worker.awaitTerminated();
    System.out.println(log + " " + worker.state());
    Service idle = new AbstractIdleService() {
      @Override protected void startUp() {}
      @Override protected void shutDown() { throw new IllegalStateException("will not stop"); }
    };
    ServiceManager manager = new ServiceManager(List.of(idle));
    manager.startAsync().awaitHealthy();
    try {
      idle.stopAsync().awaitTerminated();
    } catch (IllegalStateException e) {
      System.out.println(e.getCause().getMessage() + idle.state());
    }
    System.out.println(Suppliers.memoize(() -> ++value).get() + " " + Callables.returning(3).call()
        + ExecutionSequencer.create().submit(() -> "seq", MoreExecutors.directExecutor()).get());
    System.out.println(
        RateLimiter.create(1000).tryAcquire() + " " + Stopwatch.createStarted().isRunning());
  }
}
