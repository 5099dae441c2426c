import java.util.concurrent.atomic.AtomicInteger;

/**
 * StaticTreeBarrier fixed: the sense is volatile.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class StaticTreeBarrierFixed {
  static final class Node {
    final AtomicInteger missing;
    final int children;
    final Node parent;

    Node(int children, Node parent) {
      this.missing = new AtomicInteger(children);
      this.children = children;
      this.parent = parent;
    }
  }

  final Node[] nodes;
  final int[][] rows;
  volatile boolean sense;

  StaticTreeBarrierFixed(int threads, int rounds) {
    nodes = new Node[threads];
    rows = new int[rounds][threads];
    for (int i = 0; i < threads; i++) {
      int children = Math.max(0, Math.min(2, threads - 1 - 2 * i));
      nodes[i] = new Node(children, i == 0 ? null : nodes[(i - 1) / 2]);
    }
  }

  static final class Party extends Thread {
    final StaticTreeBarrierFixed barrier;
    final int id;
    private boolean own = true;

    Party(StaticTreeBarrierFixed barrier, int id) {
      this.barrier = barrier;
      this.id = id;
    }

    void meet() {
      Node node = barrier.nodes[id];
      while (node.missing.get() > 0) {
        Thread.onSpinWait();
      }
      node.missing.set(node.children);
      if (node.parent == null) {
        barrier.sense = own;
      } else {
        node.parent.missing.getAndDecrement();
        while (barrier.sense != own) {
          Thread.onSpinWait();
        }
      }
      own = !own;
    }

    @Override
    public void run() {
      for (int[] row : barrier.rows) {
        row[id] = 1;
        meet();
        for (int arrived : row) {
          if (arrived != 1) {
            throw new IllegalStateException("passed the barrier alone");
          }
        }
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    StaticTreeBarrierFixed barrier = new StaticTreeBarrierFixed(threads, rounds);
    for (int i = 0; i < threads; i++) {
      new Party(barrier, i).start();
    }
  }
}
