import java.util.concurrent.atomic.AtomicReference;
public class GoodStack {
  static final class Node { Object value; volatile Node next; }
  private final AtomicReference<Node> top = new AtomicReference<>(), free = new AtomicReference<>();
  private Node take(AtomicReference<Node> from) {
    for (;;) {
      Node n = from.get();
      if (n == null) return null;
      if (from.compareAndSet(n, n.next)) return n;
    }
  }
  private void give(AtomicReference<Node> to, Node n) {
    do n.next = to.get(); while (!to.compareAndSet(n.next, n));
  }
  public void push(Object x) {
    Node n = new Node();
    n.value = x;
    give(top, n);
  }
  public Object pop() {
    Node n = take(top);
    if (n == null) return null;
    Object x = n.value;
    return x;
  }
}

