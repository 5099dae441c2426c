/**
 * A hash map of segments with a lock each: threads in different segments do not block each other.
 * put does not take its segment's lock: of two puts into one bucket, the second may link its entry
 * to the chain that it read before the first put, which is then lost.
 *
 * <p>Argument: the number of threads. Each puts its own key into the same bucket.
 */
public class StripedMap {
  static final int SEGMENTS = 2;
  static final int BUCKETS = 2;

  private static final class Entry {
    final int key;
    int value;
    Entry next;

    Entry(int key, int value, Entry next) {
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }

  private static final class Segment {
    final Entry[] tab = new Entry[BUCKETS];
    int count;

    Entry find(int key) {
      Entry entry = tab[bucket(key)];
      while (entry != null && entry.key != key) {
        entry = entry.next;
      }
      return entry;
    }
  }

  private final Segment[] segments = new Segment[SEGMENTS];

  public StripedMap() {
    for (int i = 0; i < SEGMENTS; i++) {
      segments[i] = new Segment();
    }
  }

  static int bucket(int key) {
    return (key / SEGMENTS) % BUCKETS;
  }

  private Segment segment(int key) {
    return segments[key % SEGMENTS];
  }

  /** Returns the value of a non-negative key, or -1 if there is none. */
  public int get(int key) {
    Segment segment = segment(key);
    synchronized (segment) {
      Entry entry = segment.find(key);
      return entry == null ? -1 : entry.value;
    }
  }

  public void put(int key, int value) {
    Segment segment = segment(key);
    Entry entry = segment.find(key);
    if (entry != null) {
      entry.value = value;
      return;
    }
    int i = bucket(key);
    Entry first = segment.tab[i];
    segment.tab[i] = new Entry(key, value, first);
    segment.count++;
  }

  /** Removes a key; returns false if it was absent. */
  public boolean remove(int key) {
    Segment segment = segment(key);
    synchronized (segment) {
      Entry entry = segment.find(key);
      if (entry == null) {
        return false;
      }
      int i = bucket(key);
      if (segment.tab[i] == entry) {
        segment.tab[i] = entry.next;
      } else {
        Entry before = segment.tab[i];
        while (before.next != entry) {
          before = before.next;
        }
        before.next = entry.next;
      }
      segment.count--;
      return true;
    }
  }

  public int size() {
    int size = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        size += segment.count;
      }
    }
    return size;
  }

  static final class Writer extends Thread {
    final StripedMap map;
    final int key;

    Writer(StripedMap map, int key) {
      this.map = map;
      this.key = key;
    }

    @Override
    public void run() {
      map.put(key, key + 1);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int writers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    StripedMap map = new StripedMap();
    Writer[] threads = new Writer[writers];
    for (int i = 0; i < writers; i++) {
      threads[i] = new Writer(map, i * SEGMENTS * BUCKETS);
      threads[i].start();
    }
    for (Writer thread : threads) {
      thread.join();
    }
    for (Writer thread : threads) {
      if (map.get(thread.key) != thread.key + 1) {
        throw new IllegalStateException("lost entry " + thread.key);
      }
    }
  }
}
