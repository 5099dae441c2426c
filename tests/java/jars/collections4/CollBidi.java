import org.apache.commons.collections4.BidiMap;
import org.apache.commons.collections4.bidimap.DualHashBidiMap;
import org.apache.commons.collections4.bidimap.DualTreeBidiMap;
import org.apache.commons.collections4.bidimap.TreeBidiMap;

/** Bidirectional maps. */
public class CollBidi {
  public static void main(String[] args) {
    BidiMap<String, Integer> m = new DualHashBidiMap<>();
    m.put("one", 1);
    m.put("two", 2);
    m.put("uno", 1);
    System.out.println(m.size() + m.getKey(1) + m.inverseBidiMap().get(2) + m.removeValue(2));
    TreeBidiMap<String, Integer> t = new TreeBidiMap<>();
    for (String s : "the quick brown fox jumps over the lazy dog".split(" "))
      t.put(s, s.length() * 10 + s.charAt(0) % 10);
    System.out.println(t);
    System.out.println(t.inverseBidiMap());
    System.out.println(
        t.firstKey() + t.nextKey("fox") + t.previousKey("fox") + t.getKey(t.get("lazy")));
    DualTreeBidiMap<Integer, Integer> d = new DualTreeBidiMap<>();
    for (int i = 0; i < 10; i++) d.put(i, i * 7 % 10);
    System.out.println(d.inverseBidiMap().subMap(3, 6) + " " + d.headMap(2) + d.lastKey());
  }
}
