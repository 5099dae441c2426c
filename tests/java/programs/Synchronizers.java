import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** CountDownLatch, CyclicBarrier, Semaphore, Phaser. */
public class Synchronizers {
  interface Task {
    void run() throws Exception;
  }

  static Thread start(Task task) {
    Thread t = new Thread(() -> {
      try {
        task.run();
      } catch (Exception e) {
        System.out.println(e);
      }
    });
    t.start();
    return t;
  }

  public static void main(String[] args) throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    AtomicInteger sum = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      int id = i;
      start(() -> {
        go.await();
        sum.addAndGet(id + 1);
        done.countDown();
      });
    }
    System.out.println(sum + " " + done.getCount() + " " + go.await(1, TimeUnit.MILLISECONDS));
    go.countDown();
    done.await();
    System.out.println(sum + " " + done.getCount());

    int[] cells = new int[3];
    StringBuilder rounds = new StringBuilder();
    CyclicBarrier barrier =
        new CyclicBarrier(3, () -> rounds.append(cells[0] + cells[1] + cells[2]).append(' '));
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int id = i;
      threads[i] = start(() -> {
        for (int round = 1; round <= 4; round++) {
          cells[id] = round * (id + 1);
          barrier.await();
        }
      });
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(rounds + " " + barrier.getNumberWaiting() + " " + barrier.isBroken());
    Thread alone = start(() -> {
      try {
        barrier.await();
      } catch (BrokenBarrierException | InterruptedException e) {
        System.out.println(e.getClass().getSimpleName());
      }
    });
    alone.interrupt();
    alone.join();
    System.out.println(barrier.isBroken());

    Semaphore permits = new Semaphore(2);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Thread[] users = new Thread[5];
    for (int i = 0; i < users.length; i++) {
      users[i] = start(() -> {
        permits.acquire();
        int now = inside.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        Thread.yield();
        inside.decrementAndGet();
        permits.release();
      });
    }
    for (Thread t : users) {
      t.join();
    }
    System.out.println((most.get() <= 2) + " " + permits.availablePermits() + " "
        + permits.tryAcquire(3) + " " + permits.tryAcquire(2) + " "
        + permits.tryAcquire(1, TimeUnit.MILLISECONDS) + " " + permits.drainPermits());

    Phaser phaser = new Phaser(1);
    AtomicInteger steps = new AtomicInteger();
    Thread[] party = new Thread[2];
    for (int i = 0; i < 2; i++) {
      phaser.register();
      party[i] = start(() -> {
        for (int k = 0; k < 3; k++) {
          steps.incrementAndGet();
          phaser.arriveAndAwaitAdvance();
        }
        phaser.arriveAndDeregister();
      });
    }
    for (int k = 0; k < 3; k++) {
      phaser.arriveAndAwaitAdvance();
    }
    for (Thread t : party) {
      t.join();
    }
    System.out.println(steps + " " + phaser.getPhase() + " " + phaser.getRegisteredParties());

    Exchanger<String> exchanger = new Exchanger<>();
    String[] received = new String[1];
    Thread partner = start(() -> received[0] = exchanger.exchange("from partner"));
    System.out.println(exchanger.exchange("from main"));
    partner.join();
    System.out.println(received[0]);
  }
}
