/**
 * A set as a sorted list with a lock per node. A node is first marked and then unlinked: the marks
 * show whether nodes are still in the list, without a second traversal, and contains takes no lock.
 * Links and marks are written under locks but read without them.
 *
 * <p>Arguments: the number of threads and of keys that they add and remove in total.
 */
public class LazyList {
  static final class Node {
    final int key;
    Node next;
    boolean marked;

    Node(int key, Node next) {
      this.key = key;
      this.next = next;
    }
  }

  final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

  private static boolean isValid(Node before, Node node) {
    return !before.marked && !node.marked && before.next == node;
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
            node.marked = true;
            before.next = node.next;
            return true;
          }
        }
      }
    }
  }

  boolean contains(int key) {
    Node node = head;
    while (node.key < key) {
      node = node.next;
    }
    return node.key == key && !node.marked;
  }

  static final class Worker extends Thread {
    final LazyList list;
    final int first;
    final int step;
    final int keys;

    Worker(LazyList list, int first, int step, int keys) {
      this.list = list;
      this.first = first;
      this.step = step;
      this.keys = keys;
    }

    @Override
    public void run() {
      for (int key = first; key < keys; key += step) {
        list.add(key);
        if (!list.contains(key)) {
          throw new IllegalStateException(key + " is lost");
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
    LazyList list = new LazyList();
    for (int i = 0; i < threads; i++) {
      new Worker(list, i, threads, keys).start();
    }
  }
}
