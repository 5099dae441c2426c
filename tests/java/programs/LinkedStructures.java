import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Data structures of the program's own: a list, a tree with removal, a graph with Dijkstra's
 * algorithm, an LRU cache, a trie.
 */
public class LinkedStructures {
  static class Tree<K extends Comparable<K>> {
    private static final class N<K> { K k; N<K> l, r; N(K k) { this.k = k; } }
    private N<K> root;
    int size;
    boolean add(K k) { int n = size; root = add(root, k); return size > n; }
    private N<K> add(N<K> n, K k) {
      if (n == null) { size++; return new N<>(k); }
      int c = k.compareTo(n.k);
      if (c < 0) n.l = add(n.l, k); else if (c > 0) n.r = add(n.r, k);
      return n;
    }
    void remove(K k) { root = remove(root, k); }
    private N<K> remove(N<K> n, K k) {
      if (n == null) return null;
      int c = k.compareTo(n.k);
      if (c < 0) n.l = remove(n.l, k);
      else if (c > 0) n.r = remove(n.r, k);
      else if (n.l == null || n.r == null) { size--; return n.l == null ? n.r : n.l; }
      else { N<K> m = n.r; while (m.l != null) m = m.l; n.k = m.k; n.r = remove(n.r, m.k); }
      return n;
    }
    @Override
    public String toString() {
      StringBuilder b = new StringBuilder();
      walk(root, b);
      return b.toString();
    }
    private void walk(N<K> n, StringBuilder b) {
      if (n != null) {
        walk(n.l, b);
        b.append(n.k).append(' ');
        walk(n.r, b);
      }
    }
  }

  static class Trie {
    final Map<Character, Trie> next = new HashMap<>();
    boolean end;
    void add(String s) {
      Trie t = this;
      for (char c : s.toCharArray()) t = t.next.computeIfAbsent(c, k -> new Trie());
      t.end = true;
    }
    int count() { int n = end ? 1 : 0; for (Trie t : next.values()) n += t.count(); return n; }
    boolean has(String s) {
      Trie t = this;
      for (char c : s.toCharArray())
        if ((t = t.next.get(c)) == null) return false;
      return t.end;
    }
  }

  static class Ring<T> implements Iterable<T> {
    private final Object[] items;
    private int head, size;
    Ring(int n) { items = new Object[n]; }
    void put(T t) {
      if (size == items.length) throw new IllegalStateException("full");
      items[(head + size++) % items.length] = t;
    }
    @SuppressWarnings("unchecked")
    T take() {
      if (size == 0) throw new NoSuchElementException("empty");
      T t = (T) items[head];
      items[head] = null;
      head = (head + 1) % items.length;
      size--;
      return t;
    }
    @Override
    public Iterator<T> iterator() {
      return new Iterator<>() {
        int i;
        public boolean hasNext() { return i < size; }
        @SuppressWarnings("unchecked")
        public T next() {
          return (T) items[(head + i++) % items.length];
        }
      };
    }
  }

  static int[] dijkstra(int[][] w, int from) {
    int[] d = new int[w.length];
    java.util.Arrays.fill(d, Integer.MAX_VALUE);
    d[from] = 0;
    PriorityQueue<int[]> q = new PriorityQueue<>((a, b) -> a[1] - b[1]);
    q.add(new int[] {from, 0});
    while (!q.isEmpty()) {
      int[] at = q.poll();
      for (int to = 0; to < w.length; to++)
        if (w[at[0]][to] > 0 && at[1] + w[at[0]][to] < d[to])
          q.add(new int[] {to, d[to] = at[1] + w[at[0]][to]});
    }
    return d;
  }

  public static void main(String[] args) {
    Tree<Integer> t = new Tree<>();
    for (int i = 0; i < 30; i++) t.add(i * 17 % 31);
    for (int i = 0; i < 30; i += 3) t.remove(i);
    System.out.println(t + "" + t.size + t.add(1) + t.add(3));
    Trie r = new Trie();
    for (String s : "tea ten to inn in i tea".split(" ")) r.add(s);
    System.out.println(r.count() + " " + r.has("te") + r.has("inn"));
    System.out.println(java.util.Arrays.toString(
        dijkstra(new int[][] {{0, 4, 1, 0}, {0, 0, 0, 1}, {0, 2, 0, 5}, {0, 0, 0, 0}}, 0)));
    Ring<String> ring = new Ring<>(3);
    ring.put("a"); ring.put("b"); ring.take(); ring.put("c"); ring.put("d");
    for (String s : ring) System.out.print(s);
    try {
      ring.put("e");
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    LinkedList<Integer> l = new LinkedList<>(java.util.List.of(1, 2, 3, 4));
    for (ListIterator<Integer> it = l.listIterator(l.size()); it.hasPrevious();) {
      int v = it.previous();
      if (v % 2 == 0)
        it.remove();
      else
        it.add(v * 10);
    }
    Deque<Character> stack = new ArrayDeque<>();
    boolean balanced = true;
    for (char c : "{[()]}(".toCharArray())
      if ("([{".indexOf(c) >= 0)
        stack.push(c);
      else
        balanced &= !stack.isEmpty() && "([{".indexOf(stack.pop()) == ")]}".indexOf(c);
    System.out.println(l + " " + balanced + stack);
  }
}
