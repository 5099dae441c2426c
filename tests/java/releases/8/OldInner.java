import java.util.Iterator;

/**
 * Class files of release 8: synthetic accessors of nested classes, enum switches, nested finally,
 * labelled loops.
 */
public class OldInner {
  private static int counter;
  private long total;
  private String[] names = {"a", "b"};

  enum Level { LOW, MID { int weight() { return 5; } }, HIGH; int weight() { return ordinal(); } }

  static class Node<T extends Comparable<T>> implements Iterable<T> {
    private T value;
    private Node<T> left, right;
    private Node(T v) { value = v; }

    void add(T v) {
      if (v.compareTo(value) < 0) if (left == null) left = new Node<T>(v); else left.add(v);
      else if (right == null) right = new Node<T>(v); else right.add(v);
    }

    public Iterator<T> iterator() {
      return new Iterator<T>() {
        private final java.util.ArrayDeque<Node<T>> stack = new java.util.ArrayDeque<Node<T>>();
        private Node<T> at = Node.this;
        public boolean hasNext() { return at != null || !stack.isEmpty(); }
        public T next() {
          for (; at != null; at = at.left) stack.push(at);
          Node<T> n = stack.pop();
          at = n.right;
          return n.value;
        }
      };
    }
  }

  private class Worker {
    private void work() {
      total += counter++;
      total <<= 2;
      names[0] += "!";
      OldInner.this.total--;
    }
  }

  static String nested(int n) {
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < n; i++) {
      try {
        try {
          if (i == 1) continue;
          if (i == 2) throw new RuntimeException("two");
          if (i == 3) return b + "returned";
          b.append(i);
        } finally {
          b.append('f');
          try {
            Integer.parseInt("x" + i);
          } catch (NumberFormatException e) {
            b.append('n');
          } finally {
            b.append('g');
          }
        }
      } catch (RuntimeException e) {
        b.append(e.getMessage());
      }
    }
    return b.toString();
  }

  public static void main(String[] args) {
    OldInner o = new OldInner();
    Worker w = o.new Worker();
    for (int i = 0; i < 3; i++) w.work();
    System.out.println(o.total + " " + counter + o.names[0]);
    Node<String> root = new Node<String>("m");
    for (String s : "q d x a f".split(" ")) root.add(s);
    for (String s : root) System.out.print(s);
    for (Level l : Level.values()) {
      switch (l) {
        case LOW: System.out.print(" low"); break;
        case HIGH: System.out.print(" high"); break;
        default: System.out.print(" " + l.weight() + l.getDeclaringClass().getSimpleName());
      }
    }
    System.out.println(nested(5));
    synchronized (o) {
      System.out.println(Thread.holdsLock(o));
    }
    throw new IllegalStateException("the end");
  }
}
