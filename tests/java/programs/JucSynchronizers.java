import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Latches, barriers (broken, reset, timed out), phasers (tiered, terminated), exchangers,
 * semaphores.
 */
public class JucSynchronizers {
  interface Body {
    void run() throws Exception;
  }

  static Thread start(Body b) {
    Thread t = new Thread(() -> {
      try {
        b.run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    t.start();
    return t;
  }

  static void latches() throws Exception {
    CountDownLatch l = new CountDownLatch(2);
    System.out.println(l.await(1, TimeUnit.MILLISECONDS) + " " + l.getCount());
    Thread a = start(l::countDown), b = start(l::countDown);
    l.await();
    a.join();
    b.join();
    l.countDown();
    System.out.println(l.getCount() + " " + l.await(0, TimeUnit.SECONDS));
  }

  static void barriers() throws Exception {
    AtomicInteger trips = new AtomicInteger();
    CyclicBarrier c = new CyclicBarrier(3, trips::incrementAndGet);
    AtomicInteger indices = new AtomicInteger();
    Body round = () -> {
      for (int i = 0; i < 2; i++) indices.addAndGet(1 << 4 * c.await());
    };
    Thread a = start(round), b = start(round);
    round.run();
    a.join();
    b.join();
    System.out.println(trips + " " + Integer.toHexString(indices.get()) + " " + c.getParties()
        + c.getNumberWaiting());
    try {
      c.await(1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.println("timeout " + c.isBroken());
    }
    try {
      c.await();
    } catch (BrokenBarrierException e) {
      System.out.println("broken");
    }
    c.reset();
    System.out.println(c.isBroken());
    Thread waiter = start(() -> {
      try {
        c.await();
      } catch (BrokenBarrierException e) {
        System.out.println("broken by another");
      }
    });
    while (c.getNumberWaiting() == 0) Thread.yield();
    Thread.currentThread().interrupt();
    try {
      c.await();
    } catch (InterruptedException e) {
      waiter.join();
      System.out.println("interrupted " + c.isBroken());
    }
    CyclicBarrier failing =
        new CyclicBarrier(1, () -> { throw new IllegalStateException("action"); });
    try {
      failing.await();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage() + " " + failing.isBroken());
    }
  }

  static void phasers() throws Exception {
    Phaser p = new Phaser(1) {
      @Override
      protected boolean onAdvance(int phase, int parties) {
        System.out.println("phase " + phase + " with " + parties);
        return phase == 2 || parties == 0;
      }
    };
    Thread[] all = new Thread[2];
    for (int i = 0; i < all.length; i++) {
      p.register();
      all[i] = start(() -> {
        p.arriveAndAwaitAdvance();
        p.arriveAndDeregister();
      });
    }
    System.out.println(p.arriveAndAwaitAdvance());
    System.out.println(p.arriveAndAwaitAdvance());
    for (Thread t : all) t.join();
    System.out.println(p.getRegisteredParties() + " " + p.getPhase() + " "
        + p.arriveAndAwaitAdvance() + " " + p.isTerminated());
    Phaser root = new Phaser(), one = new Phaser(root, 1), two = new Phaser(root, 1);
    System.out.println(root.getRegisteredParties() + " " + one.arrive() + " " + root.getPhase()
        + " " + two.arrive() + " " + root.getPhase() + one.getPhase());
    try {
      root.awaitAdvanceInterruptibly(1, 1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.println("timeout");
    }
    root.forceTermination();
    System.out.println(one.isTerminated() + " " + (two.awaitAdvance(1) < 0));
  }

  static void exchangers() throws Exception {
    Exchanger<String> x = new Exchanger<>();
    Thread t = start(() -> System.out.println("other " + x.exchange("from other")));
    String got = x.exchange("from main");
    t.join();
    System.out.println("main " + got);
    try {
      x.exchange("alone", 1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.println("timeout");
    }
  }

  static void semaphores() throws Exception {
    for (boolean fair : new boolean[] {false, true}) {
      Semaphore s = new Semaphore(2, fair);
      s.acquire();
      System.out.println(s.tryAcquire(2) + " " + s.tryAcquire(1, 1, TimeUnit.MILLISECONDS) + " "
          + s.availablePermits() + " " + s.tryAcquire(1, TimeUnit.MILLISECONDS));
      Thread t = start(() -> {
        s.acquireUninterruptibly(2);
        System.out.println("two");
        s.release(2);
      });
      s.release(2);
      t.join();
      System.out.println(s.drainPermits() + " " + s.isFair() + " " + s.hasQueuedThreads() + " "
          + s.getQueueLength());
    }
  }

  public static void main(String[] args) throws Exception {
    latches();
    barriers();
    phasers();
    exchangers();
    semaphores();
  }
}
