import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.commons.collections4.ListUtils;
import org.apache.commons.collections4.MapUtils;
import org.apache.commons.collections4.SetUtils;
import org.apache.commons.collections4.SplitMapUtils;
import org.apache.commons.collections4.list.FixedSizeList;
import org.apache.commons.collections4.map.TransformedMap;
import org.apache.commons.collections4.set.CompositeSet;
import org.apache.commons.collections4.set.ListOrderedSet;
import org.apache.commons.collections4.set.MapBackedSet;
import org.apache.commons.collections4.collection.CompositeCollection;
import org.apache.commons.collections4.collection.IndexedCollection;

/** Decorators: transformed, predicated, composite, fixed-size, synchronized. */
public class CollDecorated {
  public static void main(String[] args) {
    Map<String, Integer> m =
        TransformedMap.transformingMap(new HashMap<>(), String::toLowerCase, x -> x * 2);
    m.put("KEY", 21);
    System.out.println(m);
    SortedSet<Integer> positive = SetUtils.predicatedSortedSet(new TreeSet<>(), x -> x > 0);
    positive.add(3);
    try {
      positive.addAll(Arrays.asList(4, -4));
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage().startsWith("Cannot add Object '-4'") + " " + positive);
    }
    List<String> fixed = FixedSizeList.fixedSizeList(new ArrayList<>(Arrays.asList("a", "b")));
    fixed.set(1, "c");
    try {
      fixed.add("d");
    } catch (UnsupportedOperationException e) {
      System.out.println(fixed + e.getMessage());
    }
    CompositeSet<Integer> composite = new CompositeSet<>(new TreeSet<>(Arrays.asList(1, 2)));
    composite.addComposited(new TreeSet<>(Arrays.asList(5)));
    System.out.println(composite.size() + " " + composite.contains(5) + composite.toSet());
    ListOrderedSet<String> ordered =
        ListOrderedSet.listOrderedSet(new ArrayList<>(Arrays.asList("z", "a", "z", "m")));
    ordered.add(1, "q");
    System.out.println(ordered + " " + ordered.indexOf("m")
        + MapBackedSet.mapBackedSet(new HashMap<String, Object>()).add("x"));
    CompositeCollection<Integer> c =
        new CompositeCollection<>(Arrays.asList(1), Arrays.asList(2, 3));
    System.out.println(c.size() + " " + c.toCollection());
    IndexedCollection<Integer, String> byLength = IndexedCollection.nonUniqueIndexedCollection(
        new ArrayList<>(Arrays.asList("aa", "b", "cc")), String::length);
    System.out.println(byLength.get(1) + " " + byLength.values(2)
        + ListUtils.defaultIfNull(null, Arrays.asList(0)));
    System.out.println(MapUtils.lazyMap(new HashMap<String, Integer>(), String::length).get("four")
        + " " + SplitMapUtils.readableMap(MapUtils.iterableMap(m)).get("key"));
  }
}
