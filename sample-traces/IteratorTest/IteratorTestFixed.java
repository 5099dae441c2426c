import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;

/**
 * IteratorTest fixed: the links are volatile.
 *
 * <p>Arguments: the number of threads and of initial items, and "queue", "deque" or "list".
 */
public class IteratorTestFixed {
  /** The collection that the threads share. */
  interface Items {
    void add(int item);

    /** Returns the number of items that an iteration from one end to the other visits. */
    int walk();
  }

  static final class Node {
    final int item;
    volatile Node next;
    volatile Node previous;

    Node(int item) {
      this.item = item;
    }

    static final VarHandle NEXT;
    static final VarHandle PREVIOUS;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
        PREVIOUS = lookup.findVarHandle(Node.class, "previous", Node.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    static int count(Node node) {
      int n = 0;
      while (node != null) {
        n++;
        node = node.next;
      }
      return n;
    }
  }

  /** Michael and Scott's queue: a node is linked to the last one, then the tail follows. */
  static final class Queue implements Items {
    private final Node head = new Node(0);
    private final AtomicReference<Node> tail = new AtomicReference<>(head);

    @Override
    public void add(int item) {
      Node node = new Node(item);
      while (true) {
        Node last = tail.get();
        if (Node.NEXT.compareAndSet(last, null, node)) {
          tail.compareAndSet(last, node);
          return;
        }
        tail.compareAndSet(last, last.next);
      }
    }

    @Override
    public int walk() {
      return Node.count(head.next);
    }
  }

  /** Michael's deque: both ends in one object; a thread first completes a half-done push. */
  static final class Deque implements Items {
    private static final class Ends {
      final Node left;
      final Node right;
      final boolean stable;

      Ends(Node left, Node right, boolean stable) {
        this.left = left;
        this.right = right;
        this.stable = stable;
      }
    }

    private final AtomicReference<Ends> ends = new AtomicReference<>(new Ends(null, null, true));

    @Override
    public void add(int item) {
      Node node = new Node(item);
      while (true) {
        Ends now = ends.get();
        if (!now.stable) {
          complete(now);
          continue;
        }
        node.previous = now.right;
        Ends then = now.right == null ? new Ends(node, node, true) : new Ends(now.left, node, false);
        if (ends.compareAndSet(now, then)) {
          if (!then.stable) {
            complete(then);
          }
          return;
        }
      }
    }

    private void complete(Ends now) {
      Node before = (Node) Node.PREVIOUS.getVolatile(now.right);
      Node.NEXT.compareAndSet(before, null, now.right);
      ends.compareAndSet(now, new Ends(now.left, now.right, true));
    }

    @Override
    public int walk() {
      return Node.count(ends.get().left);
    }
  }

  /** Harris's list: a node is linked between its neighbours; on failure they are searched again. */
  static final class SortedList implements Items {
    private final Node head = new Node(Integer.MIN_VALUE);

    @Override
    public void add(int item) {
      Node node = new Node(item);
      while (true) {
        Node before = head;
        Node after = before.next;
        while (after != null && after.item < item) {
          before = after;
          after = after.next;
        }
        node.next = after;
        if (Node.NEXT.compareAndSet(before, after, node)) {
          return;
        }
      }
    }

    @Override
    public int walk() {
      return Node.count(head.next);
    }
  }

  static final class Worker extends Thread {
    final Items items;
    final int item;
    final int least;

    Worker(Items items, int item, int least) {
      this.items = items;
      this.item = item;
      this.least = least;
    }

    @Override
    public void run() {
      items.add(item);
      int met = items.walk();
      if (met < least) {
        throw new IllegalStateException(met + " items instead of " + least);
      }
    }
  }

  static Items items(String kind) {
    switch (kind) {
      case "queue":
        return new Queue();
      case "deque":
        return new Deque();
      case "list":
        return new SortedList();
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int first = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Items items = items(args.length > 2 ? args[2] : "queue");
    for (int i = 1; i <= first; i++) {
      items.add(-i);
    }
    for (int i = 0; i < threads; i++) {
      new Worker(items, i, first + 1).start();
    }
  }
}
