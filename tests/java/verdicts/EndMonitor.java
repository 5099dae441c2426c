import java.util.concurrent.atomic.AtomicBoolean;

/** A thread takes its own monitor to end: the cases test which accesses this orders. */
public class EndMonitor {
  static int value;
  static final AtomicBoolean seen = new AtomicBoolean();

  static void behind() throws InterruptedException {
    Thread t = new Thread(() -> value = 1);
    t.start();
    synchronized (t) {
      t.wait(1500);
    }
    System.out.println(value);
  }

  static void before() throws InterruptedException {
    Thread t = new Thread(() -> {
      while (!seen.getOpaque()) Thread.yield();
    });
    Thread other = new Thread(() -> {
      synchronized (t) {
        value = 1;
        seen.setOpaque(true);
      }
    });
    t.start();
    other.start();
    t.join();
    System.out.println(value);
  }

  static void beside() throws InterruptedException {
    Thread t = new Thread(() -> value = 1), other = new Thread();
    t.start();
    synchronized (other) {
      other.wait(1500);
    }
    System.out.println(value);
  }

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "behind": behind(); break;
      case "before": before(); break;
      default: beside();
    }
  }
}
