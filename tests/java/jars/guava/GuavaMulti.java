import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import com.google.common.collect.Table;
import com.google.common.collect.Tables;
import com.google.common.collect.TreeBasedTable;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeMap;
import com.google.common.collect.Range;
import java.util.Arrays;

/** Multimaps, multisets, bimaps, tables, range maps. */
public class GuavaMulti {
  public static void main(String[] args) {
    ListMultimap<String, Integer> m = ArrayListMultimap.create();
    m.put("a", 1);
    m.putAll("a", Arrays.asList(2, 1));
    m.put("b", 7);
    System.out.println(m + " " + m.get("a").remove(0) + m.size() + m.containsEntry("b", 7));
    System.out.println(
        Multimaps.invertFrom(m, MultimapBuilder.treeKeys().hashSetValues().<Integer, String>build())
        + " " + Multimaps.index(Arrays.asList("x", "yy", "z"), String::length));
    LinkedHashMultimap<String, Integer> linked = LinkedHashMultimap.create(m);
    linked.replaceValues("a", Arrays.asList(9, 8));
    System.out.println(linked + " " + linked.asMap().keySet()
        + Multimaps.filterValues(linked, x -> x > 7).entries());
    Multiset<String> s = TreeMultiset.create(Arrays.asList("b", "a", "b", "c"));
    s.add("b", 3);
    s.setCount("c", 0);
    System.out.println(
        s + " " + s.count("b") + s.elementSet() + Multisets.copyHighestCountFirst(s).asList());
    ConcurrentHashMultiset<Integer> c = ConcurrentHashMultiset.create();
    c.add(4, 2);
    c.remove(4);
    System.out.println(c);
    HashBiMap<String, Integer> bi = HashBiMap.create();
    bi.put("one", 1);
    try {
      bi.put("uno", 1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    bi.forcePut("uno", 1);
    System.out.println(bi.inverse() + " " + bi);
    Table<Integer, String, Integer> t = TreeBasedTable.create();
    for (int i = 0; i < 3; i++)
      for (String k : new String[] {"x", "y"}) t.put(i, k, i * k.charAt(0));
    System.out.println(t.row(1) + " " + t.column("y")
        + Tables.transpose(HashBasedTable.create(t)).get("x", 2) + t.columnKeySet());
    TreeRangeMap<Integer, String> r = TreeRangeMap.create();
    r.put(Range.closed(1, 10), "low");
    r.put(Range.open(4, 6), "mid");
    System.out.println(
        r + " " + r.get(5) + r.get(6) + r.span() + r.subRangeMap(Range.closed(9, 20)));
  }
}
