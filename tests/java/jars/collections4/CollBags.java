import java.util.Arrays;
import org.apache.commons.collections4.Bag;
import org.apache.commons.collections4.BagUtils;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.bag.TreeBag;
import org.apache.commons.collections4.multiset.HashMultiSet;

/** Bags and multisets. */
public class CollBags {
  public static void main(String[] args) {
    Bag<String> bag = new HashBag<>(Arrays.asList("a", "b", "a", "c", "a"));
    System.out.println(bag.getCount("a") + " " + bag.size() + " " + bag.uniqueSet().size());
    bag.add("b", 4);
    bag.remove("a", 2);
    System.out.println(bag.getCount("a") + " " + bag.getCount("b")
        + bag.containsAll(Arrays.asList("a", "b", "b")));
    TreeBag<Integer> tree = new TreeBag<>(Arrays.asList(3, 1, 3, 2));
    System.out.println(tree + " " + tree.first() + tree.last());
    bag.retainAll(Arrays.asList("b", "b"));
    System.out.println(bag + " " + bag.hashCode());
    HashMultiSet<Character> set = new HashMultiSet<>();
    for (char c : "mississippi".toCharArray()) set.add(c);
    System.out.println(set.getCount('s') + " " + set.entrySet().size());
    try {
      BagUtils.unmodifiableBag(tree).add(9);
    } catch (UnsupportedOperationException e) {
      System.out.println("unmodifiable");
    }
    try {
      for (Integer i : tree) tree.remove(i);
    } catch (java.util.ConcurrentModificationException e) {
      System.out.println("modified meanwhile");
    }
  }
}
