import java.util.ArrayList;
import java.util.List;

/**
 * Three threads count under one lock, a number of rounds, while other objects are live: none, or
 * as many as the third argument says. A static array or list references them, or only the stack of
 * main (`local`). The cost of a transition should be the same.
 */
public class Beside {
  static final class Node {
    int value;
    Node next;
    Node other;
  }

  static Object kept;
  int count;

  static Node[] nodes(int n) {
    Node[] nodes = new Node[n];
    for (int i = 0; i < n; i++) {
      nodes[i] = new Node();
      nodes[i].value = i;
      if (i > 0) {
        nodes[i].next = nodes[i - 1];
        nodes[i].other = nodes[i / 2];
      }
    }
    return nodes;
  }

  void run(int rounds) throws InterruptedException {
    Thread[] all = new Thread[3];
    for (int t = 0; t < all.length; t++) {
      all[t] = new Thread(() -> {
        for (int k = 0; k < rounds; k++) {
          synchronized (this) {
            count++;
          }
        }
      });
      all[t].start();
    }
    for (Thread t : all) t.join();
    if (count != all.length * rounds) throw new IllegalStateException();
  }

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[2]);
    Object local = null;
    switch (args[1]) {
      case "array":
        kept = nodes(n);
        break;
      case "list":
        kept = new ArrayList<>(List.of(nodes(n)));
        break;
      case "local":
        local = nodes(n);
        break;
      default:
        break;
    }
    new Beside().run(Integer.parseInt(args[0]));
    if (local != null && local.hashCode() == 1) System.out.println(local);
  }
}
