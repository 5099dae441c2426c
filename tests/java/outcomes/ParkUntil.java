// outcome: past, reached, unparked
// again: --por none
// again: --sleep-sets

import java.util.concurrent.locks.LockSupport;

/**
 * parkUntil returns at once if the deadline has passed, and otherwise at the deadline. A permit
 * that is available before the park ends it at once.
 */
public class ParkUntil {
  public static void main(String[] args) {
    long start = System.currentTimeMillis();
    LockSupport.parkUntil(start - 1000);
    boolean early = System.currentTimeMillis() - start < 1_000_000;
    LockSupport.parkUntil(start + 5);
    long passed = System.currentTimeMillis() - start;
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
    System.out.println((early ? "past" : "future")
        + (passed < 1_000_000 ? ", reached" : ", years later") + ", unparked");
  }
}
