// outcome: started once, refused once
// again: --por none
// again: --sleep-sets

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads start the same thread. Thread.start is synchronized: exactly one call is refused,
 * whichever is first, even if the started thread has already ended.
 */
public class StartTwice {
  static final AtomicInteger ran = new AtomicInteger(), refused = new AtomicInteger();

  static void start(Thread t) {
    try {
      t.start();
    } catch (IllegalThreadStateException e) {
      refused.incrementAndGet();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(ran::incrementAndGet);
    Thread other = new Thread(() -> start(t));
    other.start();
    start(t);
    other.join();
    t.join();
    System.out.println("started " + (ran.get() == 1 ? "once" : "twice") + ", refused "
        + (refused.get() == 1 ? "once" : "never"));
  }
}
