import java.util.ArrayDeque;
import java.util.Queue;

/** wait, notify, notifyAll and timed waits: ping-pong, a bounded buffer, a barrier, timeouts. */
public class WaitNotify {
  static final class PingPong {
    boolean ping = true;
    final StringBuilder log = new StringBuilder();

    synchronized void play(boolean mine, String word) throws InterruptedException {
      while (ping != mine) {
        wait();
      }
      log.append(word);
      ping = !ping;
      notify();
    }
  }

  static final class Buffer {
    final Queue<Integer> queue = new ArrayDeque<>();

    synchronized void put(int v) throws InterruptedException {
      while (queue.size() == 2) {
        wait();
      }
      queue.add(v);
      notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (queue.isEmpty()) {
        wait();
      }
      int v = queue.remove();
      notifyAll();
      return v;
    }
  }

  interface Task {
    void run() throws InterruptedException;
  }

  static Thread start(Task task) {
    Thread t = new Thread(() -> {
      try {
        task.run();
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    });
    t.start();
    return t;
  }

  static int arrived;
  static int passed;

  public static void main(String[] args) throws InterruptedException {
    PingPong game = new PingPong();
    Thread a = start(() -> {
      for (int i = 0; i < 5; i++) {
        game.play(true, "ping ");
      }
    });
    Thread b = start(() -> {
      for (int i = 0; i < 5; i++) {
        game.play(false, "pong ");
      }
    });
    a.join();
    b.join();
    System.out.println(game.log);

    Buffer buffer = new Buffer();
    Thread producer = start(() -> {
      for (int i = 1; i <= 10; i++) {
        buffer.put(i);
      }
    });
    int sum = 0;
    for (int i = 1; i <= 10; i++) {
      int v = buffer.take();
      assert v == i;
      sum += v;
    }
    producer.join();
    System.out.println(sum);

    Object gate = new Object();
    Thread[] crowd = new Thread[5];
    for (int i = 0; i < crowd.length; i++) {
      crowd[i] = start(() -> {
        synchronized (gate) {
          arrived++;
          gate.notifyAll();
          while (arrived < crowd.length) {
            gate.wait();
          }
          passed++;
        }
      });
    }
    for (Thread t : crowd) {
      t.join();
    }
    System.out.println(arrived + " " + passed);

    Object lock = new Object();
    synchronized (lock) {
      lock.wait(3);
      lock.wait(1, 500);
      System.out.println("timeouts over, holding " + Thread.holdsLock(lock));
    }
    boolean[] said = {false};
    Thread waiter = start(() -> {
      synchronized (lock) {
        while (!said[0]) {
          lock.wait(1000000);
        }
        System.out.println("notified in time");
      }
    });
    synchronized (lock) {
      said[0] = true;
      lock.notify();
    }
    waiter.join();
    Thread interrupted = start(() -> {
      synchronized (lock) {
        lock.wait();
      }
    });
    interrupted.interrupt();
    interrupted.join();
    // wait releases all holds of a lock that its thread has taken several times.
    Thread nested = start(() -> {
      synchronized (gate) {
        synchronized (gate) {
          while (passed < 100) {
            gate.wait();
          }
          System.out.println("nested again " + Thread.holdsLock(gate));
        }
      }
    });
    synchronized (gate) {
      passed = 100;
      gate.notifyAll();
    }
    nested.join();
    try {
      synchronized (lock) {
        lock.wait(-1);
      }
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
