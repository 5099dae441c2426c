import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Sorting: stability, composed comparators, broken contracts, large arrays of all primitive
 * types, binary search.
 */
public class SortStability {
  record Item(String key, int order) { }

  public static void main(String[] args) {
    Random r = new Random(3);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 200; i++) items.add(new Item("k" + r.nextInt(9), i));
    List<Item> sorted = new ArrayList<>(items);
    sorted.sort(Comparator.comparing(Item::key));
    boolean stable = true;
    for (int i = 1; i < sorted.size(); i++)
      stable &= !sorted.get(i - 1).key().equals(sorted.get(i).key())
          || sorted.get(i - 1).order() < sorted.get(i).order();
    System.out.println(stable + " " + sorted.get(0) + sorted.get(199));
    sorted.sort(Comparator.comparing(Item::key, Comparator.reverseOrder())
                    .thenComparingInt(i -> - i.order()));
    System.out.println(
        sorted.stream().limit(4).map(i -> i.key() + i.order()).collect(Collectors.joining(" ")));
    int[] a = r.ints(1000).toArray();
    long[] l = r.longs(600).toArray();
    double[] d = r.doubles(600).toArray();
    d[5] = Double.NaN;
    d[6] = -0.0;
    d[7] = 0.0;
    byte[] b = new byte[300];
    r.nextBytes(b);
    char[] c = "the quick brown fox jumps over the lazy dog".toCharArray();
    short[] s = new short[100];
    for (int i = 0; i < s.length; i++) s[i] = (short) r.nextInt();
    float[] f = {3, Float.NaN, -1, -0f, 0f, Float.NEGATIVE_INFINITY};
    Arrays.sort(a);
    Arrays.sort(l);
    Arrays.sort(d);
    Arrays.sort(b);
    Arrays.sort(c);
    Arrays.sort(s);
    Arrays.sort(f);
    System.out.println(Arrays.hashCode(a) + " " + Arrays.hashCode(l) + " " + Arrays.hashCode(d)
        + " " + Arrays.hashCode(b) + new String(c).trim() + Arrays.hashCode(s)
        + Arrays.toString(f));
    Integer[] part = {5, 4, 3, 2, 1};
    Arrays.sort(part, 1, 4);
    Arrays.sort(part, 0, 2, Collections.reverseOrder());
    System.out.println(Arrays.toString(part) + Arrays.binarySearch(a, a[500])
        + Arrays.binarySearch(new String[] {"a", "c"}, "b")
        + Collections.binarySearch(List.of(9, 5, 1), 5, Comparator.reverseOrder()));
    String[] words = {"b", null, "A", "a", "B"};
    Arrays.sort(words,
        Comparator.nullsLast(
            String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder())));
    System.out.println(Arrays.toString(words));
    try {
      List<Integer> bad = new ArrayList<>();
      for (int i = 0; i < 100; i++) bad.add(i * 7919 % 101);
      bad.sort((x, y) -> (x ^ y) % 3 - 1);
      System.out.println("not noticed");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
