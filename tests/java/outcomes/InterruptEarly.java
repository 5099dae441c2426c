// outcome: set at its start: true, cleared by a sleep: false, kept by a park: true
// again: --por none
// again: --sleep-sets

import java.util.concurrent.locks.LockSupport;

/**
 * An interrupt before the start is kept. A sleep, even of length 0, checks and clears the status
 * before its time can elapse; a park leaves it set.
 */
public class InterruptEarly {
  static String said = "";

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
      said += "not thrown, ";
    } catch (InterruptedException e) {
      said += "";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      Thread self = Thread.currentThread();
      said += "set at its start: " + self.isInterrupted() + ", ";
      sleep(0);
      self.interrupt();
      sleep(1);
      said += "cleared by a sleep: " + self.isInterrupted() + ", ";
      self.interrupt();
      LockSupport.park();
      LockSupport.parkNanos(1);
      said += "kept by a park: " + self.isInterrupted();
    });
    t.interrupt();
    t.start();
    t.join();
    System.out.println(said);
  }
}
