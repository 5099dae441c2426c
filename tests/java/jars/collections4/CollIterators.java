import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.collections4.EnumerationUtils;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.commons.collections4.ResettableIterator;
import org.apache.commons.collections4.iterators.CollatingIterator;
import org.apache.commons.collections4.iterators.FilterIterator;
import org.apache.commons.collections4.iterators.ObjectGraphIterator;
import org.apache.commons.collections4.iterators.PermutationIterator;
import org.apache.commons.collections4.iterators.PushbackIterator;
import org.apache.commons.collections4.iterators.SkippingIterator;
import org.apache.commons.collections4.iterators.TransformIterator;
import org.apache.commons.collections4.iterators.ZippingIterator;

/** Iterators over iterators. */
public class CollIterators {
  public static void main(String[] args) {
    List<Integer> a = Arrays.asList(1, 4, 6), b = Arrays.asList(2, 3, 9);
    System.out.println(
        IteratorUtils.toList(new CollatingIterator<>(null, a.iterator(), b.iterator())));
    System.out.println(IteratorUtils.toList(new FilterIterator<>(a.iterator(), x -> x % 2 == 0))
        + IteratorUtils.toString(new TransformIterator<>(b.iterator(), x -> x * 10)));
    System.out.println(IteratorUtils.toList(new ZippingIterator<>(a.iterator(), b.iterator())) + ""
        + IteratorUtils.toList(new SkippingIterator<>(a.iterator(), 2)));
    int n = 0;
    for (Iterator<List<Integer>> p = new PermutationIterator<>(a); p.hasNext();)
      if (p.next().get(0) == 6) n++;
    PushbackIterator<Integer> push = PushbackIterator.pushbackIterator(a.iterator());
    push.next();
    push.pushback(77);
    System.out.println(n + " " + push.next() + push.next());
    ResettableIterator<Integer> loop = IteratorUtils.arrayIterator(8, 9);
    loop.next();
    loop.reset();
    System.out.println(
        loop.next() + " " + EnumerationUtils.toList(IteratorUtils.asEnumeration(b.iterator())));
    Iterator<Object> graph =
        new ObjectGraphIterator<>((Object) Arrays.asList(1, Arrays.asList(2, 3), 4),
            x -> x instanceof List ? ((List<?>) x).iterator() : x);
    List<Object> flat = new ArrayList<>();
    graph.forEachRemaining(flat::add);
    System.out.println(flat + " " + IteratorUtils.peekingIterator(a.iterator()).next());
    try {
      IteratorUtils.emptyListIterator().next();
    } catch (java.util.NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
  }
}
