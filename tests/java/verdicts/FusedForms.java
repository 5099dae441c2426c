// Two threads run one method on one object. Earlier runs fused its field accesses with the
// neighbouring instructions; they remain scheduling points, and the race check still sees them.
public class FusedForms {
  static class Node {
    int i;
    long l;
    Node next;
  }

  interface Way {
    void go(Node n, int d);
  }

  static void put(Node n, int d) {
    n.i = d;
  }

  static void link(Node n, int d) {
    Node m = n;
    n.next = m;
  }

  static void count(Node n, int d) {
    n.i++;
  }

  static void countLong(Node n, int d) {
    n.l++;
  }

  static void add(Node n, int d) {
    n.i += d;
  }

  static void addField(Node n, int d) {
    n.i += n.i;
  }

  static void addLong(Node n, int d) {
    n.l += n.l;
  }

  static void store(Node n, int d) {
    int x = n.i;
  }

  static void isZero(Node n, int d) {
    if (n.i == 0) {
      d++;
    }
  }

  static void isSmall(Node n, int d) {
    if (n.i < 1000) {
      d++;
    }
  }

  static Way way(String name) {
    switch (name) {
      case "put": return FusedForms::put;
      case "link": return FusedForms::link;
      case "count": return FusedForms::count;
      case "countLong": return FusedForms::countLong;
      case "add": return FusedForms::add;
      case "addField": return FusedForms::addField;
      case "addLong": return FusedForms::addLong;
      case "store": return FusedForms::store;
      case "isZero": return FusedForms::isZero;
      default: return FusedForms::isSmall;
    }
  }

  /**
   * Arguments: the operation of each thread, and `wanted`, the field's value if no update is
   * lost.
   */
  public static void main(String[] args) throws Exception {
    Way one = way(args[0]), other = way(args[1]);
    for (int i = 0; i < 2; i++) {
      one.go(new Node(), 1);
      other.go(new Node(), 1);
    }
    Node n = new Node();
    Thread a = new Thread(() -> one.go(n, 1)), b = new Thread(() -> other.go(n, 1));
    a.start();
    b.start();
    a.join();
    b.join();
    if (args.length > 2 && n.i + n.l != Integer.parseInt(args[2])) {
      throw new IllegalStateException("lost: " + (n.i + n.l));
    }
  }
}
