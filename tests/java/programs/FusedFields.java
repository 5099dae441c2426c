// Compiled code reads and writes fields of an object in a local variable in several ways, first
// with an object, then with null. Values, messages, lines and side effects match single bytecodes.
public class FusedFields {
  static class Node {
    int i = 7;
    long l = 1L << 40;
    boolean b = true;
    byte y = -3;
    float f = 1.5f;
    Node next;
    volatile int v = 5;
    final int c = hash("c");

    @Override
    public String toString() {
      return i + " " + l + " " + b + " " + y + " " + f + " " + v + " " + c
          + (next == null ? "" : " -> " + (next == this ? "this" : next));
    }
  }

  interface Way {
    Object go(Node n, int d);
  }

  static int hash(String s) {
    return s.hashCode();
  }

  static Object read(Node n, int d) {
    int a = n.i;
    long w = n.l;
    Node m = n.next;
    float f = n.f;
    boolean b = n.b;
    return a + d + " " + (w + d) + " " + (m == n) + f + b + n.v + n.c + n.y;
  }

  static Object branch(Node n, int d) {
    String s = "";
    if (n.i > 6) {
      s += "over 6,";
    }
    if (n.i < d) {
      s += "below d,";
    }
    if (n.i != 0) {
      s += "not 0,";
    }
    if (n.next == null) {
      s += "no next,";
    }
    if (n.next != n) {
      s += "not itself,";
    }
    while (n.i > 1000) {
      n.i -= 300;
    }
    return s + (n.b ? "b" : "not b");
  }

  static Object count(Node n, int d) {
    n.i++;
    n.l++;
    n.l += d;
    n.i += 1 << 20;
    n.i -= d;
    int old = n.i++;
    return old + " " + n;
  }

  static Object add(Node n, int d) {
    n.i += d;
    n.i += n.v;
    n.i = d + n.i;
    n.l += n.l;
    n.f += d;
    return n;
  }

  static Object put(Node n, int d) {
    Node m = n;
    n.i = d;
    n.next = m;
    n.b = (d & 1) != 0;
    n.y = (byte) d;
    return n;
  }

  /** Operands are evaluated before the null check: d[0] has already changed. */
  static Object late(Node n, int d) {
    int[] a = {d};
    try {
      n.i = a[0]++;
    } catch (NullPointerException e) {
      return "caught " + a[0];
    }
    return n.i + " " + a[0];
  }

  static Object addToNull(Node n, int d) {
    int[] a = {d};
    try {
      n.i += a[0]++;
      n.l += a[0]++;
    } catch (NullPointerException e) {
      return "caught " + a[0];
    }
    return n + " " + a[0];
  }

  static Object element(Node n, int d) {
    int[] ints = {1, 2, 3};
    Node[] nodes = {n};
    long[] longs = {4};
    String s = "";
    for (int i = 0; i <= d; i++) {
      s += ints[i] + " " + nodes[i].i + " " + longs[i] + "; ";
    }
    return s;
  }

  static String text(Throwable e) {
    StackTraceElement top = e.getStackTrace()[0];
    return e.getClass().getSimpleName() + ": " + e.getMessage() + " at " + top.getMethodName() + ":"
        + top.getLineNumber();
  }

  static void run(String name, Way way) {
    for (int round = 0; round < 3;
         round++) { // the first round makes the quick forms, the second runs them
      for (int d = 0; d < 2; d++) {
        Node n = new Node();
        try {
          System.out.println(name + " " + way.go(n, d * 9));
        } catch (RuntimeException e) {
          System.out.println(name + " " + text(e));
        }
        System.out.println(name + " " + n);
      }
      try {
        System.out.println(name + " " + way.go(null, round));
      } catch (RuntimeException e) {
        System.out.println(name + " " + text(e));
      }
    }
  }

  public static void main(String[] args) {
    run("read", FusedFields::read);
    run("branch", FusedFields::branch);
    run("count", FusedFields::count);
    run("add", FusedFields::add);
    run("put", FusedFields::put);
    run("late", FusedFields::late);
    run("addToNull", FusedFields::addToNull);
    run("element", FusedFields::element);
  }
}
