import java.util.concurrent.atomic.AtomicInteger;

/**
 * More threads than large stacks: on request, the last two of them race. Arguments: the number of
 * threads, "race" or "fine".
 */
public class ThreadCrowd {
  static final AtomicInteger sum = new AtomicInteger();
  static int plain;

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    boolean race = args[1].equals("race");
    Thread[] ts = new Thread[count];
    for (int i = 0; i < count; i++) {
      boolean last = race && i >= count - 2;
      ts[i] = new Thread(() -> {
        sum.incrementAndGet();
        if (last) plain++;
      });
      ts[i].start();
    }
    for (Thread t : ts) t.join();
    assert sum.get() == count;
  }
}
