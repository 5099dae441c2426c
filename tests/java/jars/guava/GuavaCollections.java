import com.google.common.base.Functions;
import com.google.common.collect.Collections2;
import com.google.common.collect.Comparators;
import com.google.common.collect.EvictingQueue;
import com.google.common.collect.FluentIterable;
import com.google.common.collect.Interners;
import com.google.common.collect.Iterables;
import com.google.common.collect.Iterators;
import com.google.common.collect.Lists;
import com.google.common.collect.MapDifference;
import com.google.common.collect.Maps;
import com.google.common.collect.MinMaxPriorityQueue;
import com.google.common.collect.Ordering;
import com.google.common.collect.PeekingIterator;
import com.google.common.collect.Sets;
import com.google.common.collect.Streams;
import com.google.common.collect.ComparisonChain;
import com.google.common.collect.MapMaker;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists, Sets, Maps, Iterables, Ordering. */
public class GuavaCollections {
  public static void main(String[] args) {
    List<Integer> l = Lists.newArrayList(4, 2, 8);
    System.out.println(Lists.reverse(l) + " " + Lists.partition(l, 2)
        + Lists.transform(l, x -> x / 2) + Lists.cartesianProduct(List.of(1, 2), List.of(3, 4))
        + Lists.charactersOf("ab"));
    Set<Integer> a = Sets.newTreeSet(l), b = Sets.newLinkedHashSet(Arrays.asList(2, 3));
    System.out.println(Sets.union(a, b) + " " + Sets.intersection(a, b) + Sets.difference(a, b)
        + Sets.powerSet(b).size() + Sets.combinations(a, 2).size() + Sets.filter(a, x -> x > 3));
    MapDifference<String, Integer> d = Maps.difference(
        new TreeMap<>(Map.of("a", 1, "b", 2)), new TreeMap<>(Map.of("b", 3, "c", 4)));
    System.out.println(d + " " + Maps.uniqueIndex(l, x -> "k" + x)
        + Maps.filterKeys(new TreeMap<>(Map.of("x", 1, "y", 2)), "y" ::equals)
        + Maps.transformValues(Map.of("q", 2), x -> - x) + Maps.asMap(b, x -> x * x));
    System.out.println(Iterables.getLast(l) + Iterables.concat(l, b).toString()
        + Iterables.frequency(l, 4) + Iterables.getOnlyElement(List.of(1))
        + Iterables.partition(l, 2) + Iterators.cycle(1, 2).next());
    try {
      Iterables.getOnlyElement(l);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    PeekingIterator<Integer> p = Iterators.peekingIterator(l.iterator());
    System.out.println(p.peek() + p.next() + p.next() + " "
        + FluentIterable.from(l)
              .filter(x -> x > 2)
              .transform(Functions.toStringFunction())
              .join(com.google.common.base.Joiner.on('+')));
    Ordering<String> o =
        Ordering.natural().onResultOf(String::length).compound(Ordering.natural().reverse());
    System.out.println(o.sortedCopy(List.of("bb", "a", "cc", "d")) + o.max("a", "bbb", "cc")
        + o.isOrdered(List.of("a", "bb")) + Ordering.natural().leastOf(l, 2)
        + Ordering.explicit(8, 2, 4).sortedCopy(l)
        + Ordering.<Integer>natural().nullsFirst().lexicographical().compare(
            List.of(1, 2), List.of(1)));
    System.out.println(ComparisonChain.start()
                           .compare(1, 1)
                           .compare("a", "b")
                           .compareFalseFirst(true, false)
                           .result()
        + " " + Stream.of(5, 1, 9).collect(Comparators.least(2, Integer::compare)));
    EvictingQueue<Integer> q = EvictingQueue.create(2);
    q.addAll(l);
    MinMaxPriorityQueue<Integer> mm = MinMaxPriorityQueue.create(l);
    System.out.println(q + " " + mm.pollLast() + mm.pollFirst()
        + Interners.<String>newStrongInterner().intern("s")
        + new MapMaker().concurrencyLevel(2).makeMap().size());
    System.out.println(Collections2.permutations(List.of(1, 2, 3)).size() + " "
        + Collections2.orderedPermutations(List.of(1, 1, 2))
        + Streams.zip(l.stream(), b.stream(), Integer::sum).collect(Collectors.toList())
        + Streams.mapWithIndex(Stream.of("x", "y"), (s, i) -> s + i).collect(Collectors.toList()));
  }
}
