import java.util.concurrent.atomic.AtomicReference;

/**
 * MCSLock fixed: the fields of a node are volatile.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class MCSLockFixed {
  static final class Node {
    volatile boolean locked;
    volatile Node next;
  }

  final AtomicReference<Node> tail = new AtomicReference<>();
  int shared;

  void lock(Node own) {
    Node before = tail.getAndSet(own);
    if (before != null) {
      own.locked = true;
      before.next = own;
      while (own.locked) {
        Thread.onSpinWait();
      }
    }
  }

  void unlock(Node own) {
    if (own.next == null) {
      if (tail.compareAndSet(own, null)) {
        return;
      }
      while (own.next == null) {
        Thread.onSpinWait();
      }
    }
    own.next.locked = false;
    own.next = null;
  }

  static final class Worker extends Thread {
    final MCSLockFixed lock;
    final int rounds;
    final Node own = new Node();

    Worker(MCSLockFixed lock, int rounds) {
      this.lock = lock;
      this.rounds = rounds;
    }

    @Override
    public void run() {
      for (int i = 0; i < rounds; i++) {
        lock.lock(own);
        lock.shared++;
        lock.unlock(own);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    MCSLockFixed lock = new MCSLockFixed();
    for (int i = 0; i < threads; i++) {
      new Worker(lock, rounds).start();
    }
  }
}
