import java.util.Map;
import java.util.TreeSet;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.MutablePair;
import org.apache.commons.lang3.tuple.MutableTriple;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.commons.lang3.tuple.Triple;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.mutable.MutableObject;

/** Pairs, triples and mutable boxes. */
public class LangTuples {
  public static void main(String[] args) {
    Pair<String, Integer> p = Pair.of("a", 1);
    TreeSet<Pair<String, Integer>> set = new TreeSet<>();
    set.add(Pair.of("b", 1));
    set.add(Pair.of("a", 2));
    set.add(p);
    System.out.println(set + " " + p.equals(Map.entry("a", 1)) + " "
        + (p.hashCode() == Map.entry("a", 1).hashCode()));
    MutablePair<String, Integer> m = MutablePair.of("x", 1);
    m.setValue(9);
    System.out.println(m + m.toString("%2$s-%1$s"));
    Triple<Integer, Integer, Integer> t = Triple.of(1, 2, 3);
    System.out.println(t + " " + t.compareTo(MutableTriple.of(1, 2, 4)) + " " + t.hashCode());
    MutableInt i = new MutableInt(5);
    i.add(3);
    System.out.println(
        i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.compareTo(new MutableInt(4)));
    MutableObject<String> o = new MutableObject<>();
    o.setValue("set");
    System.out.println(
        o.getValue() + ImmutablePair.nullPair() + new MutableObject<>(null).hashCode());
    try {
      p.setValue(3);
    } catch (UnsupportedOperationException e) {
      System.out.println("immutable");
    }
  }
}
