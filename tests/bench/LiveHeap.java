/**
 * Ten thousand live objects, or as many as the argument says. Two threads change a few of them:
 * the cost of state matching with a large heap.
 */
public class LiveHeap {
  static final class Node {
    int value;
    Node next;
    Node other;
  }

  public static void main(String[] args) {
    Node[] nodes = new Node[args.length > 0 ? Integer.parseInt(args[0]) : 10_000];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Node();
      nodes[i].value = i;
      if (i > 0) {
        nodes[i].next = nodes[i - 1];
        nodes[i].other = nodes[i / 2];
      }
    }
    for (int t = 1; t <= 2; t++) {
      int step = t;
      new Thread() {
        @Override
        public void run() {
          for (int k = 0; k < 12; k++) {
            synchronized (nodes) {
              nodes[k * 700 % nodes.length].value += step;
            }
          }
        }
      }.start();
    }
  }
}
