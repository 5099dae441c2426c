/**
 * OptimisticList fixed: the links are volatile.
 *
 * <p>Arguments: the number of threads and of keys that they add and remove in total.
 */
public class OptimisticListFixed {
  static final class Node {
    final int key;
    volatile Node next;

    Node(int key, Node next) {
      this.key = key;
      this.next = next;
    }
  }

  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

  private boolean isValid(Node before, Node node) {
    Node at = head;
    while (at.key < before.key) {
      at = at.next;
    }
    return at == before && before.next == node;
  }

  boolean add(int key) {
    while (true) {
      Node before = head;
      Node node = before.next;
      while (node.key < key) {
        before = node;
        node = node.next;
      }
      synchronized (before) {
        synchronized (node) {
          if (isValid(before, node)) {
            if (node.key == key) {
              return false;
            }
            before.next = new Node(key, node);
            return true;
          }
        }
      }
    }
  }

  boolean remove(int key) {
    while (true) {
      Node before = head;
      Node node = before.next;
      while (node.key < key) {
        before = node;
        node = node.next;
      }
      synchronized (before) {
        synchronized (node) {
          if (isValid(before, node)) {
            if (node.key != key) {
              return false;
            }
            before.next = node.next;
            return true;
          }
        }
      }
    }
  }

  static final class Worker extends Thread {
    final OptimisticListFixed list;
    final int first;
    final int step;
    final int keys;

    Worker(OptimisticListFixed list, int first, int step, int keys) {
      this.list = list;
      this.first = first;
      this.step = step;
      this.keys = keys;
    }

    @Override
    public void run() {
      for (int key = first; key < keys; key += step) {
        if (!list.add(key)) {
          throw new IllegalStateException(key + " was there already");
        }
      }
      for (int key = first; key < keys; key += step) {
        if (!list.remove(key)) {
          throw new IllegalStateException(key + " is lost");
        }
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int keys = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    OptimisticListFixed list = new OptimisticListFixed();
    for (int i = 0; i < threads; i++) {
      new Worker(list, i, threads, keys).start();
    }
  }
}
