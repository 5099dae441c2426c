import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A task that throws ends the timer's thread, and with it all later tasks. */
public class DeadTimer {
  private final Timer timer = new Timer("housekeeping", true);
  private final CountDownLatch flushed = new CountDownLatch(1);
  private String report;

  void schedule() {
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        System.out.println(report.trim());
      }
    }, 10);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        flushed.countDown();
      }
    }, 20);
  }

  public static void main(String[] args) throws InterruptedException {
    DeadTimer server = new DeadTimer();
    server.schedule();
    server.flushed.await();
    System.out.println("flushed");
  }
}
