// args: 1000
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Thousands of threads at once, some of them in deep recursion (tests/cli/threads.sh has more). */
public class ManyThreads {
  static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    CountDownLatch all = new CountDownLatch(count), go = new CountDownLatch(1);
    AtomicInteger sum = new AtomicInteger();
    Thread[] ts = new Thread[count];
    for (int i = 0; i < count; i++) {
      int n = i;
      ts[i] = new Thread(null, () -> {
        all.countDown();
        try {
          go.await();
        } catch (InterruptedException e) {
          return;
        }
        sum.addAndGet(depth(n % 100));
      }, "t" + i, 1 << 17);
      ts[i].start();
    }
    all.await();
    System.out.println(Thread.activeCount() > count);
    go.countDown();
    for (Thread t : ts) t.join();
    System.out.println(sum);
    ExecutorService pool = Executors.newFixedThreadPool(300);
    for (int i = 0; i < 600; i++) pool.execute(sum::incrementAndGet);
    pool.shutdown();
    System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES) + " " + sum);
  }
}
