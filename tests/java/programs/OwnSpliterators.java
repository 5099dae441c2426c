import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Iterators and spliterators of the program's own, in streams and for loops. */
public class OwnSpliterators {
  record Range(int from, int to) implements Iterable<Integer> {
    @Override public Iterator<Integer> iterator() {
      return new PrimitiveIterator.OfInt() {
        int at = from;
        @Override
        public int nextInt() {
          if (at >= to) throw new NoSuchElementException("past " + to);
          return at++;
        }
        @Override public boolean hasNext() { return at < to; }
      };
    }
    @Override public Spliterator<Integer> spliterator() { return new Split(from, to); }
  }

  static class Split implements Spliterator<Integer> {
    int at;
    final int end;
    Split(int at, int end) { this.at = at; this.end = end; }
    @Override
    public boolean tryAdvance(Consumer<? super Integer> c) {
      if (at >= end) return false;
      c.accept(at++);
      return true;
    }
    @Override
    public Spliterator<Integer> trySplit() {
      int mid = (at + end) >>> 1;
      if (mid <= at) return null;
      Split s = new Split(at, mid);
      at = mid;
      return s;
    }
    @Override public long estimateSize() { return end - at; }
    @Override
    public int characteristics() {
      return ORDERED | SIZED | SUBSIZED | SORTED | DISTINCT;
    }
    @Override public Comparator<? super Integer> getComparator() { return null; }
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int i : new Range(1, 5)) sum += i;
    Range r = new Range(0, 20);
    Spliterator<Integer> s = r.spliterator(), half = s.trySplit();
    System.out.println(sum + " " + half.estimateSize() + s.getExactSizeIfKnown()
        + s.hasCharacteristics(Spliterator.SIZED));
    System.out.println(StreamSupport.stream(r.spliterator(), false)
                           .filter(i -> i % 3 == 0)
                           .map(String::valueOf)
                           .collect(Collectors.joining(","))
        + " "
        + StreamSupport.stream(half, false).sorted(Comparator.reverseOrder()).limit(3).toList());
    StringBuilder b = new StringBuilder();
    s.tryAdvance(i -> b.append(i).append('!'));
    s.forEachRemaining(b::append);
    System.out.println(b + " " + Spliterators.iterator(r.spliterator()).next()
        + StreamSupport.stream(Spliterators.spliterator(r.iterator(), 20, 0), false).count());
    Iterator<Integer> it = new Range(0, 1).iterator();
    it.next();
    try {
      it.next();
    } catch (NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    try {
      r.iterator().remove();
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage());
    }
  }
}
