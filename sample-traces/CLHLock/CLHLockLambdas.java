import java.util.concurrent.atomic.AtomicReference;

/**
 * CLHLock with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class CLHLockLambdas {
  static final class Node {
    boolean locked;
  }

  final AtomicReference<Node> tail = new AtomicReference<>(new Node());
  int shared;

  static final class Worker {
    final CLHLockLambdas lock;
    final int rounds;
    private Node own = new Node();
    private Node before;

    Worker(CLHLockLambdas lock, int rounds) {
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

    void run() {
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
    CLHLockLambdas lock = new CLHLockLambdas();
    for (int i = 0; i < threads; i++) {
      new Thread(new Worker(lock, rounds)::run).start();
    }
  }
}
