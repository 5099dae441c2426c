import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.collections4.MultiMapUtils;
import org.apache.commons.collections4.MultiValuedMap;
import org.apache.commons.collections4.keyvalue.DefaultKeyValue;
import org.apache.commons.collections4.keyvalue.MultiKey;
import org.apache.commons.collections4.keyvalue.TiedMapEntry;
import org.apache.commons.collections4.map.MultiKeyMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.multimap.HashSetValuedHashMap;

/** Multi-valued maps and multi-part keys. */
public class CollMulti {
  public static void main(String[] args) {
    MultiValuedMap<String, Integer> lists = new ArrayListValuedHashMap<>();
    lists.putAll("a", Arrays.asList(3, 1, 3));
    lists.put("b", 2);
    lists.get("b").add(5);
    System.out.println(lists + " " + lists.size() + lists.containsMapping("a", 1)
        + lists.removeMapping("a", 3) + lists.get("a"));
    MultiValuedMap<String, Integer> sets = new HashSetValuedHashMap<>();
    sets.putAll(lists);
    sets.put("b", 2);
    System.out.println(sets.size() + " " + sets.asMap().get("b") + sets.keys().getCount("b")
        + MultiMapUtils.isEmpty(sets));
    MultiKeyMap<Object, String> table = new MultiKeyMap<>();
    table.put("row", 1, "x");
    table.put("row", 2, "y");
    table.put("other", 1, 2, "z");
    System.out.println(table.get("row", 2) + table.get("other", 1, 2) + table.get("row", 3)
        + table.removeAll("row") + table.size());
    MultiKey<String> key = new MultiKey<>("p", "q");
    System.out.println(key + " " + key.hashCode() + key.equals(new MultiKey<>("p", "q")));
    Map<String, String> m = new TreeMap<>(Map.of("t", "u"));
    TiedMapEntry<String, String> tied = new TiedMapEntry<>(m, "t");
    tied.setValue("changed");
    System.out.println(m + " " + tied + new DefaultKeyValue<>("k", 3));
  }
}
