import org.apache.commons.lang3.ThreadUtils;
import org.apache.commons.lang3.concurrent.locks.LockingVisitors;
import org.apache.commons.lang3.concurrent.TimedSemaphore;
import org.apache.commons.lang3.concurrent.AtomicInitializer;
import org.apache.commons.lang3.concurrent.ConstantInitializer;
import org.apache.commons.lang3.concurrent.ThresholdCircuitBreaker;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Locking visitors of objects that several threads use. */
public class LangLock {
  public static void main(String[] args) throws Exception {
    int[] counter = {0};
    LockingVisitors.StampedLockVisitor<int[]> visitor = LockingVisitors.stampedLockVisitor(counter);
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> {
        for (int k = 0; k < 10; k++) visitor.acceptWriteLocked(c -> c[0]++);
      }, "adder-" + i);
      threads[i].start();
    }
    for (Thread t : threads) ThreadUtils.join(t, java.time.Duration.ofMinutes(1));
    System.out.println(visitor.<Integer>applyReadLocked(c -> c[0]));
    AtomicInitializer<String> atomic = new AtomicInitializer<>() {
      @Override protected String initialize() { return "once"; }
    };
    System.out.println(atomic.get() + new ConstantInitializer<>("constant").get());
    ThresholdCircuitBreaker breaker = new ThresholdCircuitBreaker(5);
    System.out.println(
        breaker.incrementAndCheckState(3L) + " " + breaker.incrementAndCheckState(3L));
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    TimedSemaphore semaphore = new TimedSemaphore(timer, 1, TimeUnit.HOURS, 2);
    System.out.println(
        semaphore.tryAcquire() + " " + semaphore.tryAcquire() + " " + semaphore.tryAcquire());
    semaphore.shutdown();
    timer.shutdownNow();
  }
}
