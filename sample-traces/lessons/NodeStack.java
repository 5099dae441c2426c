import java.util.concurrent.atomic.AtomicReference;

/** A stack whose nodes are reused. */
public class NodeStack {
  static class Node {
    volatile Node next;
    volatile boolean taken;

    Node(Node next) {
      this.next = next;
    }
  }

  static final Node c = new Node(null), b = new Node(c), a = new Node(b);
  static final AtomicReference<Node> top = new AtomicReference<>(a);

  static Node pop() {
    for (; ; ) {
      Node seen = top.get();
      Node next = seen.next;
      if (top.compareAndSet(seen, next)) return seen;
    }
  }

  static void push(Node n) {
    for (; ; ) {
      Node seen = top.get();
      n.next = seen;
      if (top.compareAndSet(seen, n)) return;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread slow = new Thread(() -> pop());
    Thread quick =
        new Thread(
            () -> {
              Node first = pop();
              pop().taken = true;
              push(first);
            });
    slow.start();
    quick.start();
    slow.join();
    quick.join();
    if (top.get().taken) throw new AssertionError("a node that was taken is on the stack again");
  }
}
