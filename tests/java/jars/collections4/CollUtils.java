import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.IterableUtils;
import org.apache.commons.collections4.ListUtils;
import org.apache.commons.collections4.SetUtils;

/** CollectionUtils, ListUtils, SetUtils, IterableUtils. */
public class CollUtils {
  public static void main(String[] args) {
    List<Integer> a = Arrays.asList(1, 2, 2, 3), b = Arrays.asList(2, 3, 4);
    System.out.println(new TreeSet<>(CollectionUtils.union(a, b)) + " "
        + new TreeSet<>(CollectionUtils.intersection(a, b))
        + new TreeSet<>(CollectionUtils.disjunction(a, b)) + CollectionUtils.subtract(a, b));
    System.out.println(CollectionUtils.isSubCollection(b, a) + " "
        + CollectionUtils.containsAny(a, b)
        + CollectionUtils.isEqualCollection(a, Arrays.asList(2, 1, 3, 2))
        + CollectionUtils.getCardinalityMap(a));
    System.out.println(CollectionUtils.collect(a, x -> "n" + x) + " "
        + CollectionUtils.select(a, x -> x > 1) + CollectionUtils.selectRejected(a, x -> x > 1)
        + CollectionUtils.exists(a, x -> x == 3));
    List<String> list = new ArrayList<>(Arrays.asList("b", "a"));
    CollectionUtils.addIgnoreNull(list, null);
    CollectionUtils.transform(list, s -> s + s);
    CollectionUtils.filter(list, s -> !s.startsWith("b"));
    System.out.println(list + " " + CollectionUtils.collate(a, b)
        + CollectionUtils.permutations(Arrays.asList(1, 2, 3)).size());
    System.out.println(ListUtils.partition(a, 3) + " "
        + ListUtils.longestCommonSubsequence("heddle", "ladle") + ListUtils.sum(a, b)
        + ListUtils.hashCodeForList(a));
    System.out.println(SetUtils.union(new TreeSet<>(a), new TreeSet<>(b)) + " "
        + SetUtils.difference(new TreeSet<>(a), new TreeSet<>(b))
        + SetUtils.disjunction(new TreeSet<>(a), new TreeSet<>(b)));
    Iterable<Integer> chained = IterableUtils.chainedIterable(a, b);
    System.out.println(IterableUtils.toString(chained)
        + IterableUtils.size(IterableUtils.uniqueIterable(chained))
        + IterableUtils.get(IterableUtils.reversedIterable(b), 0));
    System.out.println(IterableUtils.toList(IterableUtils.zippingIterable(a, b)) + " "
        + IterableUtils.partition(a, x -> x % 2 == 0) + IterableUtils.matchesAll(a, x -> x < 4));
    System.out.println(
        IterableUtils.toList(IterableUtils.boundedIterable(IterableUtils.loopingIterable(b), 7))
        + " " + CollectionUtils.extractSingleton(Arrays.asList(8)));
    Collection<Integer> synced = CollectionUtils.synchronizedCollection(new ArrayList<>(b));
    System.out.println(synced.size() + " " + CollectionUtils.retainAll(a, b)
        + CollectionUtils.removeAll(a, b) + CollectionUtils.isEmpty(null));
  }
}
