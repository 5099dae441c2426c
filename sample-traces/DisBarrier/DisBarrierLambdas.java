/**
 * DisBarrier with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class DisBarrierLambdas {
  static final class Node {
    final boolean[] flag = new boolean[2];
    Node partner;
  }

  final Node[][] nodes;
  final int[][] rows;

  DisBarrierLambdas(int threads, int rounds) {
    int steps = 0;
    while (1 << steps < threads) {
      steps++;
    }
    nodes = new Node[threads][steps];
    rows = new int[rounds][threads];
    for (int i = 0; i < threads; i++) {
      for (int s = 0; s < steps; s++) {
        nodes[i][s] = new Node();
      }
    }
    for (int i = 0; i < threads; i++) {
      for (int s = 0; s < steps; s++) {
        nodes[i][s].partner = nodes[(i + (1 << s)) % threads][s];
      }
    }
  }

  static final class Party {
    final DisBarrierLambdas barrier;
    final int id;
    private int parity;
    private boolean here = true;

    Party(DisBarrierLambdas barrier, int id) {
      this.barrier = barrier;
      this.id = id;
    }

    void meet() {
      for (Node node : barrier.nodes[id]) {
        node.partner.flag[parity] = here;
        while (node.flag[parity] != here) {
          Thread.onSpinWait();
        }
      }
      if (parity == 1) {
        here = !here;
      }
      parity = 1 - parity;
    }

    void run() {
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
    DisBarrierLambdas barrier = new DisBarrierLambdas(threads, rounds);
    for (int i = 0; i < threads; i++) {
      new Thread(new Party(barrier, i)::run).start();
    }
  }
}
