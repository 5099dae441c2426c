import java.util.concurrent.locks.ReentrantLock;

/**
 * StripedHashSet with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads and of keys that they add in total.
 */
public class StripedHashSetLambdas {
  static final class Entry {
    final int key;
    final Entry next;

    Entry(int key, Entry next) {
      this.key = key;
      this.next = next;
    }
  }

  final ReentrantLock[] stripes;
  Entry[] table;
  int size;

  StripedHashSetLambdas(int capacity) {
    table = new Entry[capacity];
    stripes = new ReentrantLock[capacity];
    for (int i = 0; i < capacity; i++) {
      stripes[i] = new ReentrantLock();
    }
  }

  private static boolean isIn(Entry entry, int key) {
    while (entry != null && entry.key != key) {
      entry = entry.next;
    }
    return entry != null;
  }

  boolean add(int key) {
    ReentrantLock stripe = stripes[key % stripes.length];
    stripe.lock();
    try {
      int bucket = key % table.length;
      if (isIn(table[bucket], key)) {
        return false;
      }
      table[bucket] = new Entry(key, table[bucket]);
      size++;
    } finally {
      stripe.unlock();
    }
    if (policy()) {
      grow();
    }
    return true;
  }

  boolean contains(int key) {
    ReentrantLock stripe = stripes[key % stripes.length];
    stripe.lock();
    try {
      return isIn(table[key % table.length], key);
    } finally {
      stripe.unlock();
    }
  }

  private boolean policy() {
    return size / table.length > 1;
  }

  private void grow() {
    int capacity = table.length;
    for (ReentrantLock stripe : stripes) {
      stripe.lock();
    }
    try {
      if (table.length != capacity) {
        return; // another thread was first
      }
      Entry[] larger = new Entry[2 * capacity];
      for (Entry first : table) {
        for (Entry entry = first; entry != null; entry = entry.next) {
          int bucket = entry.key % larger.length;
          larger[bucket] = new Entry(entry.key, larger[bucket]);
        }
      }
      table = larger;
    } finally {
      for (ReentrantLock stripe : stripes) {
        stripe.unlock();
      }
    }
  }

  static final class Worker {
    final StripedHashSetLambdas set;
    final int first;
    final int step;
    final int keys;

    Worker(StripedHashSetLambdas set, int first, int step, int keys) {
      this.set = set;
      this.first = first;
      this.step = step;
      this.keys = keys;
    }

    void run() {
      for (int key = first; key < keys; key += step) {
        set.add(key);
      }
      for (int key = first; key < keys; key += step) {
        if (!set.contains(key)) {
          throw new IllegalStateException(key + " is lost");
        }
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int keys = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    StripedHashSetLambdas set = new StripedHashSetLambdas(2);
    for (int i = 0; i < threads; i++) {
      new Thread(new Worker(set, i, threads, keys)::run).start();
    }
  }
}
