import java.util.concurrent.atomic.AtomicReference;

/**
 * CLHLock fixed: the flag of a node is volatile.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class CLHLockFixed {
  static final class Node {
    volatile boolean locked;
  }

  final AtomicReference<Node> tail = new AtomicReference<>(new Node());
  int shared;

  static final class Worker extends Thread {
    final CLHLockFixed lock;
    final int rounds;
    private Node own = new Node();
    private Node before;

    Worker(CLHLockFixed lock, int rounds) {
      this.lock = lock;
      this.rounds = rounds;
    }

    void lock() {
      own.locked = true;
      before = lock.tail.getAndSet(own);
      while (before.locked) {
        Thread.onSpinWait();
      }
    }

    void unlock() {
      Node free = own;
      own = before;
      free.locked = false;
    }

    @Override
    public void run() {
      for (int i = 0; i < rounds; i++) {
        lock();
        lock.shared++;
        unlock();
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    CLHLockFixed lock = new CLHLockFixed();
    for (int i = 0; i < threads; i++) {
      new Worker(lock, rounds).start();
    }
  }
}
