import java.util.concurrent.atomic.AtomicReference;

/**
 * A queue lock by Craig, Landin and Hagersten: a thread puts a node at the tail and spins on the
 * previous tail. The tail is atomic, but the flag of a node, on which a thread spins, is plain.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class CLHLock {
  static final class Node {
    boolean locked;
  }

  final AtomicReference<Node> tail = new AtomicReference<>(new Node());
  int shared;

  static final class Worker extends Thread {
    final CLHLock lock;
    final int rounds;
    private Node own = new Node();
    private Node before;

    Worker(CLHLock lock, int rounds) {
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
    CLHLock lock = new CLHLock();
    for (int i = 0; i < threads; i++) {
      new Worker(lock, rounds).start();
    }
  }
}
