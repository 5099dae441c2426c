/**
 * One thread's write is read early and causes a failure late, far from the only conflicting pair of
 * accesses. Another thread keeps running meanwhile.
 */
public class PathFails {
  static int a;
  static volatile int own, others;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> a = 1), beside = new Thread(() -> {
      for (int i = 0; i < 30; i++) others = i;
    });
    writer.start();
    writer.join();
    int seen = a;
    if (args.length > 0) return;
    beside.start();
    for (int i = 0; i < 30; i++) own = i;
    beside.join();
    if (seen == 1) throw new IllegalStateException("seen");
  }
}
