/** An update is lost early and noticed at the end; the steps in between are irrelevant. */
public class LostLongBefore {
  static volatile int count, noise;

  static void inThreads(int n, Runnable what) throws InterruptedException {
    Thread[] all = new Thread[n];
    for (int i = 0; i < n; i++) {
      all[i] = new Thread(what);
      all[i].start();
    }
    for (Thread t : all) t.join();
  }

  public static void main(String[] args) throws InterruptedException {
    inThreads(2, () -> count++);
    inThreads(
        4,
        () -> {
          for (int i = 0; i < 5; i++) noise = i;
        });
    if (count != 2) throw new IllegalStateException("an update was lost");
  }
}
