import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads use Michael and Scott's lock-free queue. The ends are atomic, and so is the link to a new
 * node. But the item of a node is a plain field: a thread that takes it clears it for the garbage
 * collector while a slower thread, whose attempt will fail, still reads it.
 *
 * <p>Arguments: the number of threads and of initial items in the queue.
 */
public class QueueTest {
  static final class Node {
    Integer item;
    final AtomicReference<Node> next = new AtomicReference<>();

    Node(Integer item) {
      this.item = item;
    }
  }

  final AtomicReference<Node> head;
  final AtomicReference<Node> tail;

  QueueTest() {
    Node empty = new Node(null);
    head = new AtomicReference<>(empty);
    tail = new AtomicReference<>(empty);
  }

  void put(Integer item) {
    Node node = new Node(item);
    while (true) {
      Node last = tail.get();
      Node next = last.next.get();
      if (next != null) {
        tail.compareAndSet(last, next);
      } else if (last.next.compareAndSet(null, node)) {
        tail.compareAndSet(last, node);
        return;
      }
    }
  }

  /** Removes the oldest item; returns null if there is none. */
  Integer take() {
    while (true) {
      Node first = head.get();
      Node last = tail.get();
      Node next = first.next.get();
      if (next == null) {
        return null;
      }
      if (first == last) {
        tail.compareAndSet(last, next);
        continue;
      }
      Integer item = next.item;
      if (head.compareAndSet(first, next)) {
        next.item = null;
        return item;
      }
    }
  }

  static final class Worker extends Thread {
    final QueueTest queue;
    final int id;

    Worker(QueueTest queue, int id) {
      this.queue = queue;
      this.id = id;
    }

    @Override
    public void run() {
      queue.put(id);
      if (queue.take() == null) {
        throw new IllegalStateException("an item was lost");
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int items = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    QueueTest queue = new QueueTest();
    for (int i = 1; i <= items; i++) {
      queue.put(-i);
    }
    for (int i = 0; i < threads; i++) {
      new Worker(queue, i).start();
    }
  }
}
