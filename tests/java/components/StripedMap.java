import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A concurrent hash map that consists of segments. Each segment is a small hash table with its own
 * lock: writers of different segments do not wait for each other, and readers do not lock at all.
 *
 * <p>Two rules let a reader see complete entries without a lock. A segment's chains change only at
 * their heads: to remove an entry, the entries in front of it are copied. Heads are read and
 * written with volatile semantics.
 *
 * <p>The error is in {@link #put}: it does not take the lock of the segment. If two threads put
 * into one segment, both may read the same head, and one of their entries is lost.
 */
public class StripedMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
  static final int DEFAULT_CAPACITY = 8;
  static final int DEFAULT_SEGMENTS = 2;
  static final float DEFAULT_LOAD = 0.75f;
  static final int MOST_CAPACITY = 1 << 30;
  static final int MOST_SEGMENTS = 1 << 16;
  /** The number of attempts of containsValue() without locks. */
  static final int TRIES = 2;

  /** One association. The next entry never changes. */
  static final class Node<K, V> {
    final K key;
    final int hash;
    volatile V value;
    final Node<K, V> next;

    Node(K key, int hash, Node<K, V> next, V value) {
      this.key = key;
      this.hash = hash;
      this.next = next;
      this.value = value;
    }

    boolean is(Object otherKey, int otherHash) {
      return hash == otherHash && key.equals(otherKey);
    }
  }

  /** A part of the map: a hash table that grows when it is full. */
  static final class Segment<K, V> extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    /** The number of entries. */
    transient volatile int count;

    /** The number of changes of count; guarded by the lock, like the next field. */
    transient int changes;

    /** The table grows when it has more entries than this. */
    transient int threshold;

    transient volatile AtomicReferenceArray<Node<K, V>> table;

    final float load;

    Segment(int capacity, float load) {
      this.load = load;
      setTable(new AtomicReferenceArray<>(capacity));
    }

    void setTable(AtomicReferenceArray<Node<K, V>> next) {
      threshold = (int) (next.length() * load);
      table = next;
    }

    Node<K, V> first(int hash) {
      AtomicReferenceArray<Node<K, V>> tab = table;
      return tab.get(hash & (tab.length() - 1));
    }

    Node<K, V> find(Object key, int hash) {
      if (count == 0) {
        return null;
      }
      Node<K, V> node = first(hash);
      while (node != null && !node.is(key, hash)) {
        node = node.next;
      }
      return node;
    }

    V get(Object key, int hash) {
      Node<K, V> node = find(key, hash);
      return node == null ? null : node.value;
    }

    boolean containsValue(Object value) {
      if (count == 0) {
        return false;
      }
      AtomicReferenceArray<Node<K, V>> tab = table;
      for (int i = 0; i < tab.length(); i++) {
        for (Node<K, V> node = tab.get(i); node != null; node = node.next) {
          if (value.equals(node.value)) {
            return true;
          }
        }
      }
      return false;
    }

    boolean replace(K key, int hash, V old, V value) {
      lock();
      try {
        Node<K, V> node = find(key, hash);
        if (node == null || !old.equals(node.value)) {
          return false;
        }
        node.value = value;
        return true;
      } finally {
        unlock();
      }
    }

    V replace(K key, int hash, V value) {
      lock();
      try {
        Node<K, V> node = find(key, hash);
        if (node == null) {
          return null;
        }
        V old = node.value;
        node.value = value;
        return old;
      } finally {
        unlock();
      }
    }

    /** The caller should hold the lock. */
    V store(K key, int hash, V value, boolean onlyIfAbsent) {
      int n = count;
      if (n++ > threshold) {
        rehash();
      }
      AtomicReferenceArray<Node<K, V>> tab = table;
      int index = hash & (tab.length() - 1);
      Node<K, V> first = tab.get(index);
      Node<K, V> node = first;
      while (node != null && !node.is(key, hash)) {
        node = node.next;
      }
      if (node != null) {
        V old = node.value;
        if (!onlyIfAbsent) {
          node.value = value;
        }
        return old;
      }
      changes++;
      tab.set(index, new Node<>(key, hash, first, value));
      count = n;
      return null;
    }

    V putIfAbsent(K key, int hash, V value) {
      lock();
      try {
        return store(key, hash, value, true);
      } finally {
        unlock();
      }
    }

    /** Doubles the table; reuses trailing entries whose order does not change. */
    void rehash() {
      AtomicReferenceArray<Node<K, V>> old = table;
      if (old.length() >= MOST_CAPACITY) {
        return;
      }
      AtomicReferenceArray<Node<K, V>> next = new AtomicReferenceArray<>(old.length() << 1);
      int mask = next.length() - 1;
      for (int i = 0; i < old.length(); i++) {
        if (old.get(i) != null) {
          spread(old.get(i), next, mask);
        }
      }
      setTable(next);
    }

    private static <K, V> void spread(
        Node<K, V> head, AtomicReferenceArray<Node<K, V>> next, int mask) {
      Node<K, V> run = head;
      int runIndex = head.hash & mask;
      for (Node<K, V> last = head.next; last != null; last = last.next) {
        int index = last.hash & mask;
        if (index != runIndex) {
          runIndex = index;
          run = last;
        }
      }
      next.set(runIndex, run);
      for (Node<K, V> node = head; node != run; node = node.next) {
        int index = node.hash & mask;
        next.set(index, new Node<>(node.key, node.hash, next.get(index), node.value));
      }
    }

    V remove(Object key, int hash, Object value) {
      lock();
      try {
        int n = count - 1;
        AtomicReferenceArray<Node<K, V>> tab = table;
        int index = hash & (tab.length() - 1);
        Node<K, V> first = tab.get(index);
        Node<K, V> node = first;
        while (node != null && !node.is(key, hash)) {
          node = node.next;
        }
        if (node == null || value != null && !value.equals(node.value)) {
          return null;
        }
        V old = node.value;
        Node<K, V> rest = node.next;
        for (Node<K, V> p = first; p != node; p = p.next) {
          rest = new Node<>(p.key, p.hash, rest, p.value);
        }
        changes++;
        tab.set(index, rest);
        count = n;
        return old;
      } finally {
        unlock();
      }
    }

    V computeIfAbsent(K key, int hash, Function<? super K, ? extends V> function) {
      lock();
      try {
        Node<K, V> node = find(key, hash);
        if (node != null) {
          return node.value;
        }
        V value = function.apply(key);
        if (value != null) {
          store(key, hash, value, true);
        }
        return value;
      } finally {
        unlock();
      }
    }

    V computeIfPresent(
        K key, int hash, BiFunction<? super K, ? super V, ? extends V> function) {
      lock();
      try {
        Node<K, V> node = find(key, hash);
        if (node == null) {
          return null;
        }
        V value = function.apply(key, node.value);
        if (value == null) {
          remove(key, hash, null);
        } else {
          node.value = value;
        }
        return value;
      } finally {
        unlock();
      }
    }

    V merge(K key, int hash, V value, BiFunction<? super V, ? super V, ? extends V> function) {
      lock();
      try {
        Node<K, V> node = find(key, hash);
        if (node == null) {
          store(key, hash, value, true);
          return value;
        }
        V merged = function.apply(node.value, value);
        if (merged == null) {
          remove(key, hash, null);
        } else {
          node.value = merged;
        }
        return merged;
      } finally {
        unlock();
      }
    }

    void clear() {
      if (count == 0) {
        return;
      }
      lock();
      try {
        AtomicReferenceArray<Node<K, V>> tab = table;
        for (int i = 0; i < tab.length(); i++) {
          tab.set(i, null);
        }
        changes++;
        count = 0;
      } finally {
        unlock();
      }
    }
  }

  final int mask;
  final int shift;
  final Segment<K, V>[] segments;

  public StripedMap() {
    this(DEFAULT_CAPACITY, DEFAULT_LOAD, DEFAULT_SEGMENTS);
  }

  /** Makes a map of the given capacity and segment count, rounded up to powers of two. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public StripedMap(int capacity, float load, int segmentCount) {
    if (!(load > 0) || capacity < 0 || segmentCount <= 0) {
      throw new IllegalArgumentException();
    }
    int bits = 0;
    int size = 1;
    while (size < Math.min(segmentCount, MOST_SEGMENTS)) {
      bits++;
      size <<= 1;
    }
    shift = 32 - bits;
    mask = size - 1;
    segments = (Segment<K, V>[]) new Segment[size];
    int each = 1;
    while (each * size < Math.min(capacity, MOST_CAPACITY)) {
      each <<= 1;
    }
    for (int i = 0; i < size; i++) {
      segments[i] = new Segment<>(each, load);
    }
  }

  public StripedMap(Map<? extends K, ? extends V> from) {
    this(Math.max((int) (from.size() / DEFAULT_LOAD) + 1, DEFAULT_CAPACITY), DEFAULT_LOAD,
        DEFAULT_SEGMENTS);
    putAll(from);
  }

  /** Spreads poor hash codes: the upper bits select the segment, the lower ones the bucket. */
  private static int hash(Object key) {
    int h = key.hashCode();
    h += ~(h << 9);
    h ^= h >>> 14;
    h += h << 4;
    h ^= h >>> 10;
    return h;
  }

  private Segment<K, V> segmentFor(int hash) {
    return segments[shift == 32 ? 0 : (hash >>> shift) & mask];
  }

  // ---- queries ----

  @Override
  public boolean isEmpty() {
    for (Segment<K, V> segment : segments) {
      if (segment.count != 0) {
        return false;
      }
    }
    return true;
  }

  private void lockAll() {
    for (Segment<K, V> segment : segments) {
      segment.lock();
    }
  }

  private void unlockAll() {
    for (Segment<K, V> segment : segments) {
      segment.unlock();
    }
  }

  @Override
  public int size() {
    lockAll();
    try {
      long sum = 0;
      for (Segment<K, V> segment : segments) {
        sum += segment.count;
      }
      return (int) Math.min(sum, Integer.MAX_VALUE);
    } finally {
      unlockAll();
    }
  }

  /** Returns how often an entry was added or removed. */
  public long changes() {
    lockAll();
    try {
      long sum = 0;
      for (Segment<K, V> segment : segments) {
        sum += segment.changes;
      }
      return sum;
    } finally {
      unlockAll();
    }
  }

  @Override
  public V get(Object key) {
    int hash = hash(key);
    return segmentFor(hash).get(key, hash);
  }

  @Override
  public V getOrDefault(Object key, V other) {
    V value = get(key);
    return value == null ? other : value;
  }

  @Override
  public boolean containsKey(Object key) {
    int hash = hash(key);
    return segmentFor(hash).find(key, hash) != null;
  }

  @Override
  public boolean containsValue(Object value) {
    Objects.requireNonNull(value);
    for (int i = 0; i < TRIES; i++) {
      for (Segment<K, V> segment : segments) {
        if (segment.containsValue(value)) {
          return true;
        }
      }
    }
    lockAll();
    try {
      for (Segment<K, V> segment : segments) {
        if (segment.containsValue(value)) {
          return true;
        }
      }
      return false;
    } finally {
      unlockAll();
    }
  }

  /** Same as containsValue; this is Hashtable's name for it. */
  public boolean contains(Object value) {
    return containsValue(value);
  }

  // ---- updates ----

  @Override
  public V put(K key, V value) {
    Objects.requireNonNull(value);
    int hash = hash(key);
    return segmentFor(hash).store(key, hash, value, false);
  }

  @Override
  public V putIfAbsent(K key, V value) {
    Objects.requireNonNull(value);
    int hash = hash(key);
    return segmentFor(hash).putIfAbsent(key, hash, value);
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> from) {
    for (Map.Entry<? extends K, ? extends V> e : from.entrySet()) {
      put(e.getKey(), e.getValue());
    }
  }

  @Override
  public V remove(Object key) {
    int hash = hash(key);
    return segmentFor(hash).remove(key, hash, null);
  }

  @Override
  public boolean remove(Object key, Object value) {
    int hash = hash(key);
    return value != null && segmentFor(hash).remove(key, hash, value) != null;
  }

  @Override
  public boolean replace(K key, V old, V value) {
    Objects.requireNonNull(old);
    Objects.requireNonNull(value);
    int hash = hash(key);
    return segmentFor(hash).replace(key, hash, old, value);
  }

  @Override
  public V replace(K key, V value) {
    Objects.requireNonNull(value);
    int hash = hash(key);
    return segmentFor(hash).replace(key, hash, value);
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    int hash = hash(key);
    V value = segmentFor(hash).get(key, hash);
    return value != null ? value : segmentFor(hash).computeIfAbsent(key, hash, function);
  }

  @Override
  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    int hash = hash(key);
    return segmentFor(hash).computeIfPresent(key, hash, function);
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    Objects.requireNonNull(value);
    int hash = hash(key);
    return segmentFor(hash).merge(key, hash, value, function);
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    for (Segment<K, V> segment : segments) {
      if (segment.count != 0) {
        AtomicReferenceArray<Node<K, V>> tab = segment.table;
        for (int i = 0; i < tab.length(); i++) {
          for (Node<K, V> node = tab.get(i); node != null; node = node.next) {
            action.accept(node.key, node.value);
          }
        }
      }
    }
  }

  @Override
  public void clear() {
    for (Segment<K, V> segment : segments) {
      segment.clear();
    }
  }

  // ---- views: weakly consistent, they never fail ----

  @Override
  public Set<K> keySet() {
    return new Keys();
  }

  @Override
  public Collection<V> values() {
    return new Values();
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new Entries();
  }

  public Enumeration<K> keys() {
    return new KeyIterator();
  }

  public Enumeration<V> elements() {
    return new ValueIterator();
  }

  /** Iterates over the segments and their tables from last to first. */
  abstract class Walk {
    private int segment = segments.length - 1;
    private int place = -1;
    private AtomicReferenceArray<Node<K, V>> tab;
    private Node<K, V> next;
    private Node<K, V> last;

    Walk() {
      advance();
    }

    final void advance() {
      if (next != null && (next = next.next) != null) {
        return;
      }
      while (next == null && nextInTable()) {}
    }

    private boolean nextInTable() {
      while (place >= 0) {
        next = tab.get(place--);
        if (next != null) {
          return true;
        }
      }
      if (segment < 0) {
        return false;
      }
      Segment<K, V> at = segments[segment--];
      if (at.count != 0) {
        tab = at.table;
        place = tab.length() - 1;
      }
      return true;
    }

    public boolean hasNext() {
      return next != null;
    }

    public boolean hasMoreElements() {
      return next != null;
    }

    final Node<K, V> nextNode() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      last = next;
      advance();
      return last;
    }

    public void remove() {
      if (last == null) {
        throw new IllegalStateException();
      }
      StripedMap.this.remove(last.key);
      last = null;
    }
  }

  final class KeyIterator extends Walk implements Iterator<K>, Enumeration<K> {
    @Override
    public K next() {
      return nextNode().key;
    }

    @Override
    public K nextElement() {
      return nextNode().key;
    }

    @Override
    public Iterator<K> asIterator() {
      return this;
    }
  }

  final class ValueIterator extends Walk implements Iterator<V>, Enumeration<V> {
    @Override
    public V next() {
      return nextNode().value;
    }

    @Override
    public V nextElement() {
      return nextNode().value;
    }

    @Override
    public Iterator<V> asIterator() {
      return this;
    }
  }

  final class EntryIterator extends Walk implements Iterator<Map.Entry<K, V>> {
    @Override
    public Map.Entry<K, V> next() {
      Node<K, V> node = nextNode();
      return new WriteThrough(node.key, node.value);
    }
  }

  /** An entry whose setValue changes the map. */
  final class WriteThrough extends SimpleEntry<K, V> {
    private static final long serialVersionUID = 1L;

    WriteThrough(K key, V value) {
      super(key, value);
    }

    @Override
    public V setValue(V value) {
      V old = super.setValue(Objects.requireNonNull(value));
      StripedMap.this.put(getKey(), value);
      return old;
    }
  }

  final class Keys extends AbstractSet<K> {
    @Override
    public Iterator<K> iterator() {
      return new KeyIterator();
    }

    @Override
    public int size() {
      return StripedMap.this.size();
    }

    @Override
    public boolean contains(Object key) {
      return containsKey(key);
    }

    @Override
    public boolean remove(Object key) {
      return StripedMap.this.remove(key) != null;
    }

    @Override
    public void clear() {
      StripedMap.this.clear();
    }
  }

  final class Values extends AbstractCollection<V> {
    @Override
    public Iterator<V> iterator() {
      return new ValueIterator();
    }

    @Override
    public int size() {
      return StripedMap.this.size();
    }

    @Override
    public boolean contains(Object value) {
      return containsValue(value);
    }

    @Override
    public void clear() {
      StripedMap.this.clear();
    }
  }

  final class Entries extends AbstractSet<Map.Entry<K, V>> {
    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
      return new EntryIterator();
    }

    @Override
    public int size() {
      return StripedMap.this.size();
    }

    @Override
    public boolean contains(Object o) {
      return o instanceof Map.Entry<?, ?> e
          && e.getValue() != null
          && e.getValue().equals(get(e.getKey()));
    }

    @Override
    public boolean remove(Object o) {
      return o instanceof Map.Entry<?, ?> e && StripedMap.this.remove(e.getKey(), e.getValue());
    }

    @Override
    public void clear() {
      StripedMap.this.clear();
    }
  }
}
