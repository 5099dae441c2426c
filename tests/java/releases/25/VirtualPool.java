import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A thousand virtual threads are alive at the same time. */
public class VirtualPool {
  public static void main(String[] args) throws Exception {
    CountDownLatch all = new CountDownLatch(1000);
    int sum = 0;
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> results = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        int n = i;
        results.add(pool.submit(() -> {
          all.countDown();
          all.await();
          return n;
        }));
      }
      for (Future<Integer> f : results) sum += f.get();
    }
    System.out.println(sum);
  }
}
