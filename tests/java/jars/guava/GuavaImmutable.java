import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.Range;
import com.google.common.collect.ContiguousSet;
import com.google.common.collect.DiscreteDomain;
import com.google.common.collect.ImmutableSetMultimap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Immutable collections and their collectors. */
public class GuavaImmutable {
  public static void main(String[] args) {
    ImmutableList<String> l = ImmutableList.<String>builder().add("a").add("b", "c").build();
    System.out.println(l.reverse() + " " + l.subList(1, 3) + ImmutableList.copyOf(l).hashCode());
    ImmutableMap<String, Integer> m = ImmutableMap.of("one", 1, "two", 2, "three", 3);
    System.out.println(
        m + " " + m.get("two") + m.keySet().asList().get(2) + m.getOrDefault("x", 9));
    System.out.println(ImmutableSet.of(3, 1, 3, 2) + " "
        + ImmutableSortedSet.of(3, 1, 3, 2).headSet(3) + ImmutableSortedMap.of("b", 1, "a", 2));
    try {
      ImmutableMap.of("k", 1, "k", 2).size();
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      l.add("d");
    } catch (UnsupportedOperationException e) {
      System.out.println("immutable");
    }
    System.out.println(
        Stream.of("x", "yy", "zz")
            .collect(ImmutableSetMultimap.toImmutableSetMultimap(String::length, s -> s)));
    System.out.println(
        Stream.of(5, 4).collect(ImmutableSortedSet.toImmutableSortedSet(Integer::compare)) + ""
        + Stream.of(1, 2).collect(ImmutableList.toImmutableList()));
    System.out.println(ImmutableTable.<Integer, String, Character>builder()
                           .put(1, "a", 'x')
                           .put(2, "b", 'y')
                           .build()
                           .rowMap());
    ImmutableRangeSet<Integer> r =
        ImmutableRangeSet.<Integer>builder().add(Range.closed(1, 3)).add(Range.open(5, 9)).build();
    System.out.println(
        r + " " + r.complement() + r.contains(4) + r.asSet(DiscreteDomain.integers()).size());
    System.out.println(ContiguousSet.create(Range.closedOpen(1, 5), DiscreteDomain.integers())
                           .stream()
                           .map(x -> "" + x)
                           .collect(Collectors.joining("<")));
  }
}
