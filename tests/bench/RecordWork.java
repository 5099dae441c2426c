import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Programs with work of their own, to measure the cost of recording them (make bench-record). Tasks
 * of a pool of four threads add up their results under a lock.
 *
 * <p>Arguments: {@code digest|words|mandelbrot|sieve} and the number of tasks.
 */
public class RecordWork {
  private long total;

  private synchronized void add(long more) {
    total += more;
  }

  /** Checksums of messages: most of the time is spent in the library. */
  private static long digest(int task) throws Exception {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    byte[] message = new byte[1 << 16];
    long sum = 0;
    for (int i = 0; i < 60; i++) {
      sha.update(message);
      sum += sha.digest(("message " + task).getBytes(StandardCharsets.UTF_8))[i % 32];
    }
    return sum;
  }

  /** Counts the words of a text: strings, maps, lists. */
  private static long words(int task) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20000; i++) {
      text.append("word").append((i * 31 + task) % 997).append(' ');
    }
    Map<String, Integer> counts = new HashMap<>();
    for (String word : text.toString().split(" ")) {
      counts.merge(word, 1, Integer::sum);
    }
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Arithmetic on local variables. */
  private static long mandelbrot(int task) {
    long inside = 0;
    for (int i = 0; i < 20000; i++) {
      double cr = -2 + 3.0 * (i % 200) / 200;
      double ci = -1 + 2.0 * (task % 100) / 100;
      double r = 0;
      double m = 0;
      int n = 0;
      while (n < 500 && r * r + m * m < 4) {
        double next = r * r - m * m + cr;
        m = 2 * r * m + ci;
        r = next;
        n++;
      }
      inside += n == 500 ? 1 : 0;
    }
    return inside;
  }

  /** Accesses to a local array and nothing else: each access is an event. */
  private static long sieve(int task) {
    boolean[] composite = new boolean[20000 + task];
    long primes = 0;
    for (int i = 2; i < composite.length; i++) {
      if (!composite[i]) {
        primes++;
        for (int k = 2 * i; k < composite.length; k += i) {
          composite[k] = true;
        }
      }
    }
    return primes;
  }

  private static long work(String what, int task) throws Exception {
    switch (what) {
      case "digest":
        return digest(task);
      case "words":
        return words(task);
      case "mandelbrot":
        return mandelbrot(task);
      default:
        return sieve(task);
    }
  }

  public static void main(String[] args) throws Exception {
    RecordWork all = new RecordWork();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      int task = i;
      tasks.add(
          () -> {
            all.add(work(args[0], task));
            return null;
          });
    }
    for (Future<Void> done : pool.invokeAll(tasks)) {
      done.get();
    }
    pool.shutdown();
    System.out.println(all.total);
  }
}
