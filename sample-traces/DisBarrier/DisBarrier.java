/**
 * A dissemination barrier: in step s of a round, each thread sets a flag of the thread 2^s places
 * on and spins on its own flag. Two sets of flags alternate, and so does the value that means
 * "here", so no flag is ever reset. The flags are elements of plain arrays.
 *
 * <p>Each thread writes an element of a row before the barrier and reads the whole row after it.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class DisBarrier {
  static final class Node {
    final boolean[] flag = new boolean[2];
    Node partner;
  }

  final Node[][] nodes;
  final int[][] rows;

  DisBarrier(int threads, int rounds) {
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

  static final class Party extends Thread {
    final DisBarrier barrier;
    final int id;
    private int parity;
    private boolean here = true;

    Party(DisBarrier barrier, int id) {
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
    DisBarrier barrier = new DisBarrier(threads, rounds);
    for (int i = 0; i < threads; i++) {
      new Party(barrier, i).start();
    }
  }
}
