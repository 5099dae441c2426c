import java.util.concurrent.TimeUnit;
import java.time.Duration;

/** Sleeping and time units: a sleep takes at least as long as the clock says. */
public class TimersOfVirtualTime {
  public static void main(String[] args) throws InterruptedException {
    long t = System.nanoTime(), m = System.currentTimeMillis();
    Thread.sleep(20);
    TimeUnit.MILLISECONDS.sleep(5);
    System.out.println(
        (System.nanoTime() - t >= 25_000_000L) + " " + (System.currentTimeMillis() - m >= 24));
    System.out.println(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.NANOSECONDS.toMicros(1999)
        + TimeUnit.DAYS.convert(50, TimeUnit.HOURS)
        + TimeUnit.of(java.time.temporal.ChronoUnit.MINUTES)
        + TimeUnit.SECONDS.convert(Duration.ofMinutes(3))
        + TimeUnit.MILLISECONDS.toDays(Long.MAX_VALUE));
    Object lock = new Object();
    synchronized (lock) {
      long w = System.nanoTime();
      lock.wait(10);
      System.out.println(System.nanoTime() - w >= 10_000_000L);
    }
    Thread done = new Thread(() -> { });
    done.start();
    done.join(1000);
    System.out.println(done.getState() + " " + done.isAlive());
  }
}
