// outcome: 1 0
// outcome: 1 1
// outcome: 2 0
// outcome: 2 1

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads share two permits; main also calls tryAcquire while it holds one. */
public class Semaphores {
  public static void main(String[] args) throws InterruptedException {
    Semaphore s = new Semaphore(2);
    AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
    Thread t = new Thread(() -> {
      s.acquireUninterruptibly();
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      inside.decrementAndGet();
      s.release();
    });
    t.start();
    s.acquire();
    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
    boolean third = s.tryAcquire();
    inside.decrementAndGet();
    s.release();
    t.join();
    System.out.println(most + " " + (third ? 1 : 0));
  }
}
