import java.util.concurrent.locks.ReentrantLock;

/** A job that throws keeps its lock. */
public class LockLeak {
  private final ReentrantLock lock = new ReentrantLock();
  private int total;

  void add(String text) {
    lock.lock();
    total += Integer.parseInt(text);
    lock.unlock();
  }

  public static void main(String[] args) throws InterruptedException {
    LockLeak sum = new LockLeak();
    Thread job = new Thread(() -> {
      try {
        sum.add("12x");
      } catch (NumberFormatException e) {
        System.out.println("skipped: " + e.getMessage());
      }
    }, "job");
    job.start();
    sum.add("30");
    job.join();
    System.out.println(sum.total);
  }
}
