import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * java.util.Arrays: sort, search, fill, copy, equality, hash codes, lists over arrays, mismatch.
 */
public class ArraysUtil {
  public static void main(String[] args) {
    int[] numbers = {5, -3, 9, 0, 9, 2};
    Arrays.sort(numbers);
    System.out.println(Arrays.toString(numbers) + Arrays.binarySearch(numbers, 5)
        + Arrays.binarySearch(numbers, 4));
    long seed = 12345;
    int[] many = new int[500];
    for (int i = 0; i < many.length; i++) {
      seed = seed * 1103515245 + 12345;
      many[i] = (int) (seed >>> 16) % 1000;
    }
    Arrays.sort(many);
    for (int i = 1; i < many.length; i++) {
      assert many[i - 1] <= many[i];
    }
    System.out.println(many[0] + " " + many[250] + " " + many[499] + " " + Arrays.hashCode(many));
    double[] doubles = {Double.NaN, 1, -0.0, 0.0, -1};
    Arrays.sort(doubles);
    System.out.println(Arrays.toString(doubles));
    byte[] bytes = {3, 1, 2};
    Arrays.sort(bytes);
    System.out.println(Arrays.toString(bytes));
    String[] words = {"pear", "Apple", "fig", "banana", "cherry", "kiwi"};
    Arrays.sort(words);
    System.out.println(String.join(",", words));
    Arrays.sort(
        words, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
    System.out.println(String.join(",", words));
    Arrays.sort(words, 1, 4, String.CASE_INSENSITIVE_ORDER);
    System.out.println(Arrays.asList(words));
    Integer[] boxed = {3, 1, 2};
    Arrays.sort(boxed, Collections.reverseOrder());
    System.out.println(Arrays.toString(boxed));
    char[] filled = new char[6];
    Arrays.fill(filled, '-');
    Arrays.fill(filled, 2, 4, '+');
    System.out.println(new String(filled));
    System.out.println(Arrays.toString(Arrays.copyOf(numbers, 8))
        + Arrays.toString(Arrays.copyOfRange(numbers, 2, 4)));
    System.out.println(Arrays.toString(Arrays.copyOf(words, 2)));
    int[][] a = {{1, 2}, {3}};
    int[][] b = {{1, 2}, {3}};
    System.out.println(
        Arrays.equals(a, b) + " " + Arrays.deepEquals(a, b) + " " + Arrays.deepHashCode(a));
    System.out.println(Arrays.equals(new long[] {1, 2}, new long[] {1, 2}) + " "
        + Arrays.hashCode(new long[] {1, 2}));
    System.out.println(Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " "
        + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}));
    List<String> view = Arrays.asList("x", "y");
    view.set(0, "z");
    System.out.println(view + " " + view.contains("y") + " " + view.indexOf("q"));
    try {
      view.add("w");
    } catch (UnsupportedOperationException e) {
      System.out.println("fixed size");
    }
    int[] squares = new int[6];
    Arrays.setAll(squares, i -> i * i);
    System.out.println(Arrays.toString(squares) + Arrays.stream(squares).sum());
    Arrays.parallelPrefix(squares, Integer::sum);
    System.out.println(Arrays.toString(squares));
    try {
      Arrays.copyOfRange(numbers, 4, 2);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      Arrays.sort(numbers, 2, 99);
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
  }
}
