/**
 * Objects pass between threads through a volatile field and a lock while garbage collections move
 * them. A recording must identify each object at every address.
 */
public class Moving {
  static final int NODES = 48;

  static class Node {
    final int name;
    Node next;
    int[] visits = new int[2];

    Node(int name) {
      this.name = name;
    }
  }

  static final Node[] nodes = new Node[NODES];
  static volatile int turn;
  static Object garbage;
  static int unlocked;

  static synchronized void exchange(int i, int k) {
    Node a = nodes[i];
    Node b = nodes[k];
    nodes[i] = b;
    nodes[k] = a;
    a.next = b;
    b.visits[a.name & 1]++;
    if (b.next != null && b.next.name < 0) throw new AssertionError("no such node");
  }

  static void work(int me, int threads, int rounds) {
    for (int i = 0; i < rounds; i++) {
      exchange((7 * i + me) % NODES, (11 * i + 5) % NODES);
      garbage = new int[200 + i % 100];
      if (turn % threads == me) {
        int at = i % NODES;
        nodes[at] = new Node(nodes[at].name);
        turn++;
      }
      if (i % 100 == 99) System.gc();
      unlocked++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = Integer.parseInt(args[0]);
    for (int i = 0; i < NODES; i++) nodes[i] = new Node(i);
    Thread[] threads = new Thread[3];
    for (int t = 0; t < threads.length; t++) {
      int me = t;
      threads[t] = new Thread(() -> work(me, threads.length, rounds));
      threads[t].start();
    }
    for (Thread t : threads) t.join();
    System.out.println("done");
  }
}
