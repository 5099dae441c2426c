import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.collections4.MapIterator;
import org.apache.commons.collections4.MapUtils;
import org.apache.commons.collections4.OrderedMapIterator;
import org.apache.commons.collections4.map.CaseInsensitiveMap;
import org.apache.commons.collections4.map.CompositeMap;
import org.apache.commons.collections4.map.DefaultedMap;
import org.apache.commons.collections4.map.Flat3Map;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.LinkedMap;
import org.apache.commons.collections4.map.ListOrderedMap;
import org.apache.commons.collections4.map.PassiveExpiringMap;
import org.apache.commons.collections4.map.ReferenceMap;

/** The maps of the map package. */
public class CollMaps {
  public static void main(String[] args) {
    Map<String, Integer> folded = new CaseInsensitiveMap<>();
    folded.put("One", 1);
    folded.put("ONE", 11);
    System.out.println(folded + " " + folded.get("oNe"));
    LRUMap<String, Integer> lru = new LRUMap<>(2);
    for (String s : new String[] {"a", "b", "a", "c"}) {
      if (lru.get(s) == null) lru.put(s, s.hashCode());
    }
    System.out.println(lru + " " + lru.firstKey() + lru.isFull());
    Flat3Map<Integer, String> flat = new Flat3Map<>();
    for (int i = 0; i < 5; i++) flat.put(i, "v" + i);
    flat.remove(2);
    System.out.println(flat.size() + " " + flat.get(4) + flat.containsValue("v2"));
    LinkedMap<String, Integer> linked = new LinkedMap<>();
    for (String s : new String[] {"x", "y", "z"}) linked.put(s, linked.size());
    System.out.println(linked.get(1) + linked.nextKey("x") + linked.indexOf("z") + linked.asList());
    OrderedMapIterator<String, Integer> it = linked.mapIterator();
    while (it.hasNext()) if (it.next().equals("y")) it.remove();
    while (it.hasPrevious()) System.out.print(it.previous() + it.getValue());
    System.out.println();
    ListOrderedMap<String, Integer> ordered = ListOrderedMap.listOrderedMap(new HashMap<>());
    ordered.put("q", 1);
    ordered.put(0, "p", 2);
    System.out.println(ordered);
    System.out.println(DefaultedMap.<String, Integer>defaultedMap(new HashMap<>(), 42).get("none"));
    MapIterator<Integer, String> m = flat.mapIterator();
    StringBuilder s = new StringBuilder();
    while (m.hasNext()) s.append(m.next()).append(m.setValue("w"));
    System.out.println(s + " " + flat.get(0));
    CompositeMap<String, Integer> both =
        new CompositeMap<>(new TreeMap<>(Map.of("a", 1)), new TreeMap<>(Map.of("b", 2)));
    System.out.println(both.keySet() + " " + both.size());
    PassiveExpiringMap<String, String> expiring = new PassiveExpiringMap<>(1_000_000_000L);
    expiring.put("k", "v");
    System.out.println(expiring.get("k"));
    ReferenceMap<String, String> refs = new ReferenceMap<>();
    refs.put("soft", "ref");
    System.out.println(refs.get("soft") + MapUtils.getIntValue(Map.of("n", "17"), "n")
        + MapUtils.invertMap(Map.of("k", "v")));
    MapUtils.verbosePrint(
        System.out, "label", new TreeMap<>(Map.of("in", new TreeMap<>(Map.of("k", 1)), "out", 2)));
    System.out.println(MapUtils.putAll(new TreeMap<>(), new String[][] {{"1", "2"}, {"3", "4"}})
        + Arrays.toString(MapUtils.EMPTY_SORTED_MAP.keySet().toArray()));
  }
}
